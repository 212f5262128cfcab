"""Everything that runs on a host."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - under an older Python this gives one line, not a traceback
    sys.exit(f"Dynoboard needs Python 3.11 or newer; this is {sys.version.split()[0]} ({sys.executable})")

from agents.version import read_version

__version__ = read_version()
