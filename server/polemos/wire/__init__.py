"""The protocol `polemos.v1`: requests, pushes and codes as models, and their JSON Schemas."""
