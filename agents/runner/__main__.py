"""`python -m agents.runner`: run the agent of one host until it is told to stop."""

import logging
import sys

from agents.runner.agent import run_agent
from agents.runner.options import parse_options
from agents.runner.state_directory import StateDirectoryBusy
from agents.walls.walls import WallsMissing


def main() -> int:
    options = parse_options()
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)-7s %(message)s", stream=sys.stderr
    )
    for noisy in ("celery", "kombu", "amqp"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    try:
        run_agent(options)
    except (StateDirectoryBusy, WallsMissing) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"The agent cannot work in {options.state}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
