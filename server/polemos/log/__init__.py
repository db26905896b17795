"""The event log: canonical bytes, hash chain, stores, group commit and the vault of secrets."""
