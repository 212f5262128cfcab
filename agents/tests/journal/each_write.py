"""Changes a host and puts it back, killed at each write in turn; prints what a new start then restores.

`python -m agents.tests.journal.each_write STATE PATTERN` runs in the network namespace whose settings it
changes; PATTERN names an interrupt. Last line: JSON with the number of kills and every value that differs.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from agents.contract.jobs import Setting
from agents.journal.journal import Journal
from agents.settings.changes import Changes
from agents.settings.registry import setting_handlers
from agents.tests.journal.mortal import When, die_at

HANDLERS = setting_handlers().by_kind()


def first(pattern: str) -> list[Setting]:
    return [
        Setting(kind="sysctl", name="net.core.somaxconn", value="1234"),
        Setting(kind="sysctl", name="net.ipv4.ip_local_port_range", value="20000 50000"),
        Setting(kind="sysctl", name="vm.swappiness", value="11"),
        Setting(kind="irq_affinity", name=pattern, value="0"),
    ]


def second() -> list[Setting]:
    """One value changes again, the others go back."""
    return [Setting(kind="sysctl", name="net.core.somaxconn", value="4321")]


def work(state: Path, pattern: str) -> None:
    changes = Changes(Journal(state), HANDLERS)
    changes.apply(first(pattern))
    changes.apply(second())
    changes.restore()


def values(pattern: str) -> dict[str, str]:
    targets = [t for s in first(pattern) for t in HANDLERS[s.kind].targets(s)]
    return {f"{t.kind} {t.name}": HANDLERS[t.kind].read(t.name) for t in targets}


def killed(work: Callable[[], None]) -> bool:
    """Run it in a process of its own; whether that one was killed."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert code in (0, -signal.SIGKILL), code
    return code != 0


def restored(state: Path) -> None:
    changes = Changes(Journal(state), HANDLERS)
    assert changes.restore() == [], changes.unrestored_settings
    assert changes.is_none


def kills(state: Path, pattern: str, when: When) -> tuple[int, dict[str, list[str]]]:
    before, differing, number = values(pattern), {}, 1

    def mortal() -> None:
        die_at(number, when)
        work(state, pattern)

    while killed(mortal):
        left = values(pattern)
        if (state / "journal" / "changes").exists() and left != before:
            mortal_restores(state, pattern, number)
        assert not killed(lambda: restored(state))
        now = values(pattern)
        differing |= {f"{when} {number} {k}": [before[k], now[k]] for k in before if before[k] != now[k]}
        shutil.rmtree(state / "journal", ignore_errors=True)
        number += 1
    return number - 1, differing


def mortal_restores(state: Path, pattern: str, seed: int) -> None:
    """The recovery is killed as well, each time at another write."""

    def dying() -> None:
        die_at(seed % 5 + 1, "before")
        restored(state)

    killed(dying)


def main(state: Path, pattern: str) -> None:
    state.mkdir(exist_ok=True)
    counts, differing = {}, {}
    for when in ("before", "half", "after"):
        counts[when], found = kills(state, pattern, when)
        differing |= found
    print(json.dumps({"kills": counts, "differing": differing}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
