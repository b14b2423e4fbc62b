"""Environments where researchers already work: one file for each library, loaded when asked for."""
