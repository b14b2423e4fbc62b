"""What is asked for by HTTP: pages, files, and the API."""
