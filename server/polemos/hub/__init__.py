"""Connections: the sans-IO session, channels with their rings, the websockets shell, the pages."""
