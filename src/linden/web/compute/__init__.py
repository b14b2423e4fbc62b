"""What takes time: searches, reviews, compiling, tablebases; each beside the event loop."""
