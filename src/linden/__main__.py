"""``python -m linden`` is the ``linden`` command."""

from linden.cli.main import main

if __name__ == "__main__":
    main()
