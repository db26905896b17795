"""A game that can be looked at as it lay after any of its beats. Pure: it reads no clock."""
