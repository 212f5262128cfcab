"""Read by every Python of a stack under test, through PYTHONPATH: the clock of one agent can be made to jump.

`FAULT_CLOCK` names a folder; a file there with an agent's name holds the seconds by which its host is wrong.
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


_words = sys.orig_argv
if "FAULT_CLOCK" in os.environ and "agents.runner" in _words:
    jump(os.path.join(os.environ["FAULT_CLOCK"], _words[_words.index("--name") + 1]))
