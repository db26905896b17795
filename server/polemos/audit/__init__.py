"""Checks an exported game without trusting its server, with nothing but the standard library."""
