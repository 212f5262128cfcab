"""`python -m agents.runner`: run the agent of one host until it is told to stop."""

import logging
import sys

from agents.contract import logs
from agents.runner.agent import run_agent
from agents.runner.heaps import share_heaps
from agents.runner.options import parse_options
from agents.runner.state_directory import StateDirectoryBusy
from agents.runner.upgrade import upgrade
from agents.sandbox.sandbox import SandboxIncomplete
from agents.servers.adding.command import main as server_command


def main() -> int:
    if sys.argv[1:2] == ["upgrade"]:
        return upgrade(sys.argv[2:])
    if sys.argv[1:2] == ["server"]:
        return server_command(sys.argv[2:])
    options = parse_options()
    share_heaps()
    logs.configure(f"agent {options.name}")
    for noisy in ("celery", "kombu", "amqp"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    try:
        run_agent(options)
    except (StateDirectoryBusy, SandboxIncomplete) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The agent cannot work in {options.state}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
