"""Steps from one schema to the next, run at every start."""
