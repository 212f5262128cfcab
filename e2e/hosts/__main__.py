"""`python -m e2e.hosts`: three hosts on this machine, for a person, until Ctrl-C. Needs root."""

import argparse
import os
import signal
import sys
from pathlib import Path

from backend.cli.up import ended_by_signals, say
from e2e.hosts.three import TESTBED, three_hosts


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m e2e.hosts", description=__doc__)
    parser.add_argument("--port", type=int, default=8080, help="of the dashboard; 0: a free one")
    parser.add_argument("--data", type=Path, help="where everything is kept (default: nowhere)")
    given = parser.parse_args()
    if os.geteuid() != 0:
        print("Network namespaces need root: sudo make three-hosts", file=sys.stderr)
        return 1
    if given.data:
        given.data = given.data.absolute()
        given.data.mkdir(mode=0o711, parents=True, exist_ok=True)
    with ended_by_signals(), three_hosts(given.port or None, _tokens(), given.data) as hosts:
        switch = hosts.network.switch
        say(f"Testbed “{TESTBED}”: {', '.join(f'{r} {hosts.network.address(r)}' for r in hosts.agents)}")
        say(f"Cut a host off: ip -n {switch} link set proxy down; and back: … up")
        say(f"Dynoboard is at {hosts.url}, its token is {hosts.token}  (Ctrl-C stops it)")
        while True:
            signal.pause()
    return 0


def _tokens() -> dict[str, str]:
    return {name: os.environ[name] for name in ("DYNO_TOKEN",) if os.environ.get(name)}


if __name__ == "__main__":
    sys.exit(main())
