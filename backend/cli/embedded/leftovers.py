"""Nothing is left running: orphans come to this process, and a killed stack's processes are found again."""

import ctypes
import os
from contextlib import suppress
from pathlib import Path

import psutil

from backend.cli.embedded.layout import Layout

MARK = "DYNO_STACK"  # in the environment of every part: the data directory it belongs to
RENAMES_ITSELF = (
    "nginx",
    "postgres",
    "redis-server",
    "valkey-server",
)  # their titles overwrite their environment
PR_SET_CHILD_SUBREAPER = 36
PATIENCE_S, ORDERLY_STOP_S = 8, 40


def adopt_orphans() -> None:
    """From now on a process whose parent died becomes a child of this one, where it can be found."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def reap_orphans(keep: int) -> None:
    """Collect adopted children that ended; `keep` is the child that somebody else waits for."""
    for task in Path("/proc/self/task").iterdir():
        for pid in map(int, (task / "children").read_text().split()):
            if pid != keep:
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)


def end_children() -> int:
    """End every process below this one; how many there were."""
    return _end(psutil.Process().children(recursive=True))


def end_leftovers(layout: Layout) -> int:
    """End what a killed stack of this directory left behind; how many processes that was.

    Its supervisord was told by the kernel to stop the rest in order: that comes first.
    """
    supervisors = [process for process in psutil.process_iter() if _supervises(process, layout)]
    psutil.wait_procs(supervisors, ORDERLY_STOP_S)
    own_pids = {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
    return _end(
        [
            process
            for process in psutil.process_iter()
            if process.pid not in own_pids and _belongs(process, layout)
        ]
    )


def _belongs(process: psutil.Process, layout: Layout) -> bool:
    inside = f"{layout.root}{os.sep}"
    try:
        if process.name() in RENAMES_ITSELF:
            words = " ".join(process.cmdline())
            return inside in words or any(file.path.startswith(inside) for file in process.open_files())
        return process.environ().get(MARK) == str(layout.root)
    except (psutil.Error, OSError):
        return False


def _supervises(process: psutil.Process, layout: Layout) -> bool:
    with suppress(psutil.Error):
        return "backend.cli.embedded.supervisord" in process.cmdline() and process.environ().get(MARK) == str(
            layout.root
        )
    return False


def _end(processes: list[psutil.Process]) -> int:
    for process in processes:
        with suppress(psutil.Error):
            process.terminate()
    _, stubborn = psutil.wait_procs(processes, PATIENCE_S)
    for process in stubborn:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(stubborn, PATIENCE_S)
    return len(processes)
