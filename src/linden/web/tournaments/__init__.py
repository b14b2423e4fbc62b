"""Tournaments: round robin, Swiss and arena."""
