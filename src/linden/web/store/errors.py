"""What can go wrong with a database; each sentence says what to do."""


class StoreError(RuntimeError):
    """The database cannot be used."""


class StoreUnavailable(StoreError):  # noqa: N818 - what is so, not what went wrong
    """Nothing could be kept or read this time; nothing was changed."""


class Stale(StoreError):  # noqa: N818
    """A change does not follow what is kept: somebody else has changed the table."""


class NameTaken(StoreError):  # noqa: N818
    """Somebody else has this name, or one that looks like it; or this key."""


class TooMany(StoreError):  # noqa: N818
    """There is no room for another one."""
