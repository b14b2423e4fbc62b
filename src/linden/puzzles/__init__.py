"""Puzzles: positions with one good answer, proven, found in played games and graded by who solves
them."""
