"""`python -m penstock`: the command line."""

import sys

from penstock.faces.cli.main import main

sys.exit(main())
