"""Who plays. A player sees a position, or its seat's view of it, and chooses a move."""
