"""An agent on a host whose clock is set: `python -m agents.tests.contact.stepping_clock FILE OPTIONS…`.

The clock is ahead by as many seconds as FILE says; the monotonic clock goes on as it does on any host.
"""

import sys
import time
from pathlib import Path

if __name__ == "__main__":
    ahead, real = Path(sys.argv[1]), time.time
    time.time = lambda: real() + float(ahead.read_text())
    sys.argv[1:] = sys.argv[2:]
    from agents.runner.__main__ import main

    sys.exit(main())
