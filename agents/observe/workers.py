"""Workers of nginx that end and are replaced while a trial is measured."""

from collections.abc import Sequence
from itertools import zip_longest

from agents import procfs
from agents.render import role_of_key

NAME = "nginx: worker process"
"""How a worker's command line begins."""


class Restarts:
    """`seen` at each reading: what changed since the last one, in words.

    A worker that is replaced has ended first, so as long as all are there nobody else is looked for.
    """

    def __init__(self, key: str, masters: Sequence[int]) -> None:
        self._masters = masters
        self._of = f"the {role_of_key(key) or 'server'}"
        self._known = workers_of(masters)

    def read_changes(self) -> list[str]:
        if all(map(procfs.is_running, self._known)):
            return []
        before, self._known = self._known, workers_of(self._masters)
        return changes(before, self._known, self._of)


def workers_of(masters: Sequence[int]) -> list[int]:
    pids = [pid for master in masters for pid in sorted(procfs.children(master))]
    return [pid for pid in pids if is_worker(pid)]


def is_worker(pid: int) -> bool:
    return procfs.command_line(pid).startswith(NAME) and procfs.is_running(pid)


def changes(before: Sequence[int], after: Sequence[int], of: str) -> list[str]:
    """A sentence for each worker that ended or began. Pure."""
    old_pids = [pid for pid in before if pid not in after]
    new_pids = [pid for pid in after if pid not in before]
    return [_sentence(old, new, of) for old, new in zip_longest(old_pids, new_pids)]


def _sentence(old: int | None, new: int | None, of: str) -> str:
    if old is None:
        return f"a worker of {of} began (pid {new})"
    rest = "" if new is None else f", another took its place (pid {new})"
    return f"a worker of {of} ended (pid {old}){rest}"
