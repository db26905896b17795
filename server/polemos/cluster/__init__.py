"""Several nodes: the bus between them, what it carries, and following another node's games."""
