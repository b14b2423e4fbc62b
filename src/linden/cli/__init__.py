"""The ``linden`` command."""
