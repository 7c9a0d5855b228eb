"""`python -m citywright` is the command `citywright`."""

import sys

from citywright.cli import main

sys.exit(main())
