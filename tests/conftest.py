"""How random tests choose their examples.

A run tells about the change that it is run for, not about luck: the examples are the same every time. To
look for new ones: `python3 dev.py test --ring property --hypothesis-profile=searching`.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True)
settings.register_profile("searching", derandomize=False, print_blob=True)
settings.load_profile("repeatable")
