"""The log, the vault and the leases in PostgreSQL."""
