"""What holds for every test."""

import os

from hypothesis import settings

# Machines are shared: how long an example takes is no property of ours.
settings.register_profile("polemos", deadline=None)
settings.load_profile("polemos")

# What the terminal says is held against its English texts, whoever runs the tests.
os.environ["LC_ALL"] = "C.UTF-8"
