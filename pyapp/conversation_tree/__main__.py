"""`python -m conversation_tree` is the command line.

Must not hold anything else.
"""

from __future__ import annotations

import sys

from conversation_tree.cli import main

if __name__ == "__main__":
    sys.exit(main())
