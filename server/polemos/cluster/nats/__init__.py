"""A client of NATS: addresses, the protocol without input or output, a kept connection."""
