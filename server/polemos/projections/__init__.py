"""What is read, remade from the log at will: rooms, games, tables, results, player statistics."""
