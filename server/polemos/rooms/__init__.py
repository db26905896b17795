"""Running games: one writer each, which decides, appends, and only then publishes."""
