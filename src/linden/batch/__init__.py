"""Many games at once: perft and random playouts, compiled, over the verbs."""
