"""The web table: server, store, live tables, and ``client/``, what the browser runs."""
