"""Limits of memory and tasks for all children of an agent together, where it may make control groups."""

import contextlib
import os
from pathlib import Path

from agents.sandbox.spec import MAX_TASKS

_ROOT = Path("/sys/fs/cgroup")
_SHARE = 0.8  # of this machine's memory: the rest is for what else runs here
_NEEDED = {"memory", "pids"}


class Groups:
    """The folders below /sys/fs/cgroup that a child is put into: one, or one for each controller (v1)."""

    def __init__(self, folders: list[Path], *, hold_threads: bool = False) -> None:
        self.folders, self._hold_threads = folders, hold_threads

    def take_thread(self) -> None:
        """Take the calling thread, whose children begin in its groups, where a thread may be apart (v1).

        To move a process the kernel first waits for all that are being started, 10 to 20 ms.
        """
        for folder in self.folders if self._hold_threads else ():
            (folder / "tasks").write_text("0")

    def take(self, pid: int) -> None:
        """Take a child of a thread that could not be taken. OSError when the kernel does not let it."""
        for folder in () if self._hold_threads else self.folders:
            (folder / "cgroup.procs").write_text(str(pid))

    def without(self, pid: int) -> str:
        """List the groups that a process is not in; empty: it is in all of them."""
        missing = [f for f in self.folders if str(pid) not in (f / "cgroup.procs").read_text().split()]
        return ", ".join(map(str, missing))

    def remove(self) -> None:
        for folder in self.folders:
            with contextlib.suppress(OSError):
                folder.rmdir()


def make_groups(tag: str, root: Path = _ROOT, membership: str | None = None) -> Groups:
    """Groups of the agent with this tag, inside its own. OSError says why there are none."""
    text = Path("/proc/self/cgroup").read_text() if membership is None else membership
    paths = {names: path for _, names, path in (line.split(":", 2) for line in text.splitlines())}
    most = int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * _SHARE)
    by_controller = {name: path for names, path in paths.items() for name in names.split(",")}
    if by_controller.keys() >= _NEEDED:
        limits = {"memory": ("memory.limit_in_bytes", most), "pids": ("pids.max", MAX_TASKS)}
        return Groups(
            [
                _make(root / name / by_controller[name].lstrip("/") / f"dynoboard-{tag}", {file: value})
                for name, (file, value) in limits.items()
            ],
            hold_threads=True,
        )
    group = root / paths.get("", "/").lstrip("/")
    _delegate(group, root)
    limits = {"memory.max": most, "memory.swap.max": 0, "pids.max": MAX_TASKS}
    return Groups([_make(group / f"dynoboard-{tag}", limits)])


def _delegate(group: Path, root: Path) -> None:
    """Let a group (v2) limit groups inside it: then it may hold no process itself, so the agent moves."""
    has = set((group / "cgroup.controllers").read_text().split())
    if not has >= _NEEDED:
        raise OSError(f"{group} has no controllers {', '.join(sorted(_NEEDED - has))}")
    if group != root:
        other_pids = set((group / "cgroup.procs").read_text().split()) - {str(os.getpid())}
        if other_pids:
            raise OSError(f"{group} holds other processes too (systemd: Delegate=yes)")
        (group / "agent").mkdir(exist_ok=True)
        (group / "agent" / "cgroup.procs").write_text(str(os.getpid()))
    (group / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in sorted(_NEEDED)))


def _make(folder: Path, limits: dict[str, int]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, value in limits.items():
        if (folder / name).exists():
            (folder / name).write_text(str(value))
    return folder
