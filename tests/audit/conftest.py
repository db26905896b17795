"""No property is timed: a busy machine is no failure."""

from hypothesis import settings

settings.register_profile("untimed")
settings.load_profile("untimed")
