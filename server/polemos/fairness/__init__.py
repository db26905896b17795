"""The fair deal: commitments, transcript and keys of `fair/1` and `seeded/1` (docs/fair-deal.md).

Read in this order: `hashing`, `commitments`, `transcript`, `keys`, `dealers`.
"""
