"""Several nodes that are one server: who runs which room, and what they say to each other."""
