"""Crash loops of the parts of a stack, found by what supervisord says of them at each reading."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from backend.cli.embedded.layout import Layout
from backend.cli.embedded.process import last_line
from backend.cli.embedded.supervision import Part
from backend.health import crash_loops
from backend.health.crash_loops import CrashLoop
from backend.presentation.words import printable_text

MIN_ENDS = 3
MAX_LINE_LENGTH = 300
STEADY_S = 60
"""A part that has run for so long is in no crash loop, and its next end begins to count anew."""
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Ends:
    """The ends of a part in a row for one reason. Pure.

    Times are supervisord's, in whole epoch seconds; what ended twice between two looks counts once.
    """

    last: int  # the newest end
    reason: str = ""
    line: str = ""
    count: int = 0

    def then(self, part: Part, line: str) -> "Ends":
        """After a look at the part; if it ended since the last one, its log ends with this line."""
        if part.ended_at == self.last:
            return self if part.ran_s < STEADY_S else replace(self, count=0)
        reason = _NUMBER.sub("", line)
        is_same = reason == self.reason and part.ended_at - self.last < STEADY_S
        return Ends(part.ended_at, reason, line, self.count + 1 if is_same else 1)

    @property
    def is_loop(self) -> bool:
        return self.count >= MIN_ENDS


@dataclass
class CrashWatch:
    """Notes the crash loops of one stack where API and doctor read them."""

    layout: Layout
    _ends: dict[str, Ends] = field(default_factory=dict)
    _loops: list[CrashLoop] = field(default_factory=list)

    def look(self, parts: Sequence[Part]) -> list[str]:
        """Lines for the terminal: a loop once, and its end."""
        for part in parts:
            before = self._ends.get(part.name, Ends(part.ended_at))  # ends before the first look do not count
            line = last_line(self.layout.log(part.name)) if part.ended_at != before.last else ""
            self._ends[part.name] = before.then(part, printable_text(line, MAX_LINE_LENGTH))
        names_before = [loop.part for loop in self._loops]
        loops = [self._loop_of(name, ends) for name, ends in self._ends.items() if ends.is_loop]
        if loops != self._loops:
            crash_loops.write(self.layout.root, loops)
        self._loops = loops
        troubles = [crash_loops.trouble_of(loop) for loop in loops if loop.part not in names_before]
        return [f"{trouble.text} {trouble.help}" for trouble in troubles] + [
            f"{name} runs again" for name in names_before if name not in self.names()
        ]

    def names(self) -> list[str]:
        """The parts that are in a crash loop."""
        return [loop.part for loop in self._loops]

    def _loop_of(self, name: str, ends: Ends) -> CrashLoop:
        return CrashLoop(part=name, count=ends.count, last_line=ends.line, log=str(self.layout.log(name)))
