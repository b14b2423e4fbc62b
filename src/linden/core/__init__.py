"""What a game is. Nothing here knows any particular game."""
