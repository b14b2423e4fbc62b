"""The tables: what they are, who is at them, what goes on by itself, what anybody may see."""
