"""The rules of War as values and functions: no input, no output, no clock, no chance.

Read in this order: `cards`, `rule_set`, `presets`, `events`, `commands`, `chance`, `state`,
`decide`, `evolve`.
"""
