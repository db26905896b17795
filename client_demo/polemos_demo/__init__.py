"""Clients of a Polemos server: for programs (`client`), in a browser (`web`), in a terminal."""
