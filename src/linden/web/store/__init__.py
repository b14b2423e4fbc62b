"""The database: what is kept, and the calls that keep it."""
