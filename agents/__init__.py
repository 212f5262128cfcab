"""Everything that runs on a host. The version of both packages is here and nowhere else."""

import sys

__version__ = "0.1.0"

if sys.version_info < (3, 11):  # noqa: UP036 - under an older Python this gives one line, not a traceback
    sys.exit(f"Dynoboard needs Python 3.11 or newer; this is {sys.version.split()[0]} ({sys.executable})")
