"""Watches a game in a terminal."""
