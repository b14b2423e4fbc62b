# Two commands do all the set-up, each by itself: make play, make test.
# The others are parts of them. VENV and PYTHON can be set: make test PYTHON=python3.12

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
DONE := $(VENV)/.linden

.PHONY: play test lint bench compare clean

play: $(DONE)/installed
	@$(BIN)/linden serve

test: lint
	$(BIN)/pytest -n auto --dist worksteal

lint: $(DONE)/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# The long comparison with the naive rules: make compare GAMES=10000
GAMES ?= 2000
compare: $(DONE)/dev
	LINDEN_GAMES=$(GAMES) $(BIN)/pytest tests/test_against_naive.py -n auto --dist worksteal

bench: $(DONE)/bench
	$(BIN)/python bench/rules.py --json bench/results.json

$(DONE)/installed: pyproject.toml constraints.txt | $(DONE)/venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(DONE)/dev: pyproject.toml constraints.txt | $(DONE)/venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@ $(DONE)/installed

$(DONE)/bench: $(DONE)/dev
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[bench]'
	@touch $@

$(DONE)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
		{ echo "Linden needs Python 3.11, 3.12 or 3.13; name one with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(DONE) && touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
