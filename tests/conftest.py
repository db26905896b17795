"""What holds for every test."""

from hypothesis import settings

# Machines are shared: how long an example takes is no property of ours.
settings.register_profile("polemos", deadline=None)
settings.load_profile("polemos")
