"""Databases as whoever keeps them reaches them, past Linden's own store."""

from pathlib import Path

from sqlalchemy import Engine, create_engine

from linden.web.store.postgres import parsed


def engine_of(place: Path | str) -> Engine:
    """A file, or the server that an address names."""
    return create_engine(f"sqlite:///{place}" if isinstance(place, Path) else parsed(place))
