"""People: who is the same on every device, how they show it, and what is theirs."""
