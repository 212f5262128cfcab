"""Stands in for weighttp, which no Debian package has: `python fake_weighttp.py ARGUMENTS`.

It takes the arguments that 0.3, 0.4 and 0.5 share. The last part of the URL's path says what it does:
`hangs`, `dies`, `silent`, or the name of a fixture, which is replayed. WEIGHTTP_DIALECT is 0.4 or 0.5.
"""

import getopt
import json
import os
import signal
import sys
import time
from pathlib import Path

FIXTURES = Path(__file__).parent / "fixtures/loadtools/weighttp"
BANNER = "weighttp 0.4 - a lightweight and simple webserver benchmarking tool\n"


def say_version(option: str) -> int:
    if os.environ.get("WEIGHTTP_DIALECT") == "0.5":
        if option == "-v":
            print("error: unknown option: -v\n", file=sys.stderr)
            return 1
        print("\nweighttp 0.5 - lightweight and simple webserver benchmarking tool\n")
        return 0
    print("weighttp - a lightweight and simple webserver benchmarking tool\n")
    print("version:    0.4\nbuild-date: Nov 21 2026 12:00:00\n")
    return 0


def replay(name: str) -> int:
    known = json.loads((FIXTURES / f"{name}.json").read_text())
    complaints = FIXTURES / f"{name}.stderr.txt"
    sys.stdout.write((FIXTURES / f"{name}.txt").read_text())
    sys.stderr.write(complaints.read_text() if complaints.exists() else "")
    return known["exit_code"]


def main() -> int:
    if sys.argv[1:] in (["-v"], ["-V"]):
        return say_version(sys.argv[1])
    options, (url,) = getopt.getopt(sys.argv[1:], "hv6kn:t:c:H:")
    given = dict(options)
    requests, connections, threads = (int(given[f"-{name}"]) for name in "nct")
    if not threads <= connections <= requests or not url.startswith("http://"):
        return replay("v04_bad_args")
    match url.rpartition("/")[2]:
        case "hangs":
            print(BANNER, flush=True)
            time.sleep(60)
        case "dies":
            os.kill(os.getpid(), signal.SIGABRT)
        case "silent":
            print("error: poll() failed: (22) Invalid argument", file=sys.stderr)
        case name:
            return replay(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
