"""The check of an agent's container, `python -m agents.runner.heard STATE`: status 1 if nobody answers it.

It starts every half minute beside what is measured, so it imports next to nothing.
"""

import os
import sys
import time
from pathlib import Path

SILENT_AFTER_S = 30.0


def note(state: Path) -> None:
    """The control plane has answered just now."""
    try:
        (state / "heard").touch(mode=0o600)
    except OSError:
        return  # a full disk is said by those who have something to lose


def problem(state: Path) -> str:
    """Explain why the agent with this state directory is not well; empty when it is."""
    try:
        silent_s = time.time() - os.stat(state / "heard").st_mtime
    except FileNotFoundError:
        return "the control plane has not answered this agent yet"
    return f"the control plane has not answered for {silent_s:.0f} s" if silent_s > SILENT_AFTER_S else ""


if __name__ == "__main__":
    sys.exit(problem(Path(sys.argv[1])) or None)
