"""Exact values: whole games and small boards, solved backwards from their last positions."""
