"""Watches, plays and replays games in a terminal."""
