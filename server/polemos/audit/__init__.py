"""Checks an exported game without trusting its server, with nothing but the standard library.

Read in this order: `kinds` and `shapes` (what a line may say), `form` (one line), `chain` (from
line to line), `replay` (the rules and the derivation), `audit` (the whole), `report`.
"""
