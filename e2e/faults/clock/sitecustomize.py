"""Read by every Python of a stack under test, through PYTHONPATH: the clock of one agent can be made to jump,
and /proc/stat be another file.

`FAULT_CLOCK` names a folder; a file there with an agent's name holds the seconds by which its host is wrong;
`proc-stat` is what agents open in place of /proc/stat while it is there.
"""

import os
import sys
import time


def jump(file: str) -> None:
    right = time.time

    def wrong() -> float:
        try:
            with open(file) as said:
                return right() + float(said.read())
        except OSError:
            return right()

    time.time = wrong


def replace_stat(file: str) -> None:
    right = os.open

    def wrong(path, *rest, **named):
        return right(file if path == "/proc/stat" and os.path.exists(file) else path, *rest, **named)

    os.open = wrong


_words = sys.orig_argv
if "FAULT_CLOCK" in os.environ and "agents.runner" in _words:
    jump(os.path.join(os.environ["FAULT_CLOCK"], _words[_words.index("--name") + 1]))
    replace_stat(os.path.join(os.environ["FAULT_CLOCK"], "proc-stat"))
