"""Polemos: an event-sourced server for live, watchable, provable games of War."""
