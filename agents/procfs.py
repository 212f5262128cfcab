"""Small readers of /proc for single processes; None when the process is gone."""

import os
import time
from pathlib import Path
from typing import NamedTuple

CLOCK_TICK_S = 1 / os.sysconf("SC_CLK_TCK")
_PF_EXITING = 0x4  # of the flags in /proc/PID/stat
CAP_SYS_ADMIN, CAP_SYS_NICE, CAP_SYS_RESOURCE, CAP_PERFMON = 21, 23, 24, 38  # bits of capabilities(7)


class Limits(NamedTuple):
    nofile_soft: int
    nofile_hard: int
    nice: int


def _read(path: str) -> bytes:
    """A short file of /proc, in as few system calls as there can be: these are read every second."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(file, 4096)
    finally:
        os.close(file)


def _stat_fields(pid: int) -> list[str] | None:
    """Fields of /proc/PID/stat from the third on (the second, the name, can hold blanks)."""
    try:
        text = _read(f"/proc/{pid}/stat").decode(errors="replace")
    except OSError:
        return None
    return text[text.rindex(")") + 2 :].split()


def start_ticks(pid: int) -> int | None:
    """Start of a process, in clock ticks since boot: with the pid, its identity."""
    fields = _stat_fields(pid)
    return int(fields[19]) if fields else None


def is_running(pid: int) -> bool:
    fields = _stat_fields(pid)
    return fields is not None and fields[0] not in "ZX"


def is_ending(pid: int) -> bool:
    """It is gone, or has begun to go: its memory, mounts and groups are taken before it is a zombie."""
    fields = _stat_fields(pid)
    return fields is None or fields[0] in "ZX" or bool(int(fields[6]) & _PF_EXITING)


def cpu_seconds(pid: int) -> float:
    """CPU time of a process so far: in ns for one thread where the kernel has it, else in ticks of 10 ms."""
    fields = _stat_fields(pid)
    if fields is None:
        return 0.0
    # schedstat is about the first thread only
    if fields[17] == "1" and (times := run_times(f"/proc/{pid}")) is not None:
        return times[0]
    return (int(fields[11]) + int(fields[12])) * CLOCK_TICK_S


def cpu_seconds_with_ended(pid: int) -> float:
    """CPU time of all threads of a process, and of its children that have ended, in ticks of 10 ms."""
    fields = _stat_fields(pid)
    return 0.0 if fields is None else sum(map(int, fields[11:15])) * CLOCK_TICK_S


def run_times(path: str) -> tuple[float, float] | None:
    """CPU time of one thread, and how long it was ready while something else had the CPU; both in s, exact.

    `path` is /proc/PID of its process, for the first thread, or /proc/PID/task/TID.
    """
    try:
        run_ns, wait_ns = _read(f"{path}/schedstat").split()[:2]
        return int(run_ns) / 1e9, int(wait_ns) / 1e9
    except (OSError, ValueError):
        return None


def threads(pid: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def age_s(pid: int) -> float | None:
    """Seconds since a process or thread began."""
    ticks = start_ticks(pid)
    return None if ticks is None else time.clock_gettime(time.CLOCK_BOOTTIME) - ticks * CLOCK_TICK_S


def children(pid: int) -> list[int]:
    """Children of a process, whichever of its threads started them."""
    try:
        lists = [t.read_text() for t in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        lists = []
    if lists:
        return [int(child) for text in lists for child in text.split()]
    return [p for p in all_pids() if (f := _stat_fields(p)) and int(f[1]) == pid]


def pss_bytes(pid: int) -> int | None:
    """Memory of a process, what it shares divided by those that share it. The kernel walks all its pages."""
    return _kilobytes(pid, "smaps_rollup", "Pss:")


def peak_rss_bytes(pid: int) -> int | None:
    """The most memory that a process had resident since its start, what it shares included."""
    return _kilobytes(pid, "status", "VmHWM:")


def _kilobytes(pid: int, file: str, name: str) -> int | None:
    try:
        lines = Path(f"/proc/{pid}/{file}").read_text().splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith(name))) * 1024
    except (OSError, ValueError, StopIteration):
        return None


def session_members(session: int) -> list[int]:
    return [p for p in all_pids() if (f := _stat_fields(p)) and int(f[3]) == session and f[0] not in "ZX"]


def all_pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def mapped_files(pid: int) -> dict[tuple[int, int], str]:
    """Device and inode → path of each file that a process has mapped; empty where it may not be read."""
    files: dict[tuple[int, int], str] = {}
    try:
        text = Path(f"/proc/{pid}/maps").read_bytes()  # longer than what `_read` reads
    except OSError:
        return {}
    for line in text.decode(errors="replace").splitlines():
        fields = line.split(None, 5)
        if len(fields) == 6 and fields[5].startswith("/"):
            major, minor = (int(number, 16) for number in fields[3].split(":"))
            files[os.makedev(major, minor), int(fields[4])] = fields[5]
    return files


def arguments(pid: int) -> list[str]:
    """The argument list of a process; empty where it is gone."""
    try:
        content = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return []
    return [word.decode(errors="replace") for word in content.split(b"\0")[:-1]]


def limits_of(pid: int) -> Limits | None:
    """Limits of open files and nice value as the kernel has them."""
    try:
        lines = Path(f"/proc/{pid}/limits").read_text().splitlines()
        soft, hard = next(line.split()[3:5] for line in lines if line.startswith("Max open files"))
        return Limits(int(soft), int(hard), os.getpriority(os.PRIO_PROCESS, pid))
    except (OSError, ValueError, StopIteration):
        return None


def blocked_signals(pid: int) -> int | None:
    """Bit mask of the signals that the first thread of a process blocks at this moment."""
    return _signal_mask(pid, "SigBlk:")


def caught_signals(pid: int) -> int | None:
    """Bit mask of the signals that a process has a handler for."""
    return _signal_mask(pid, "SigCgt:")


def _signal_mask(pid: int, name: str) -> int | None:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith(name)), 16)
    except (OSError, ValueError, StopIteration):
        return None


def user_of(pid: int) -> int | None:
    """The effective user of a process."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        return int(next(line.split()[2] for line in lines if line.startswith("Uid:")))
    except (OSError, ValueError, StopIteration):
        return None


def has_capability(bit: int) -> bool:
    """Whether this process has a capability in effect."""
    try:
        status = Path("/proc/self/status").read_text().splitlines()
        effective = next(line.split()[1] for line in status if line.startswith("CapEff:"))
    except (OSError, StopIteration):
        return os.geteuid() == 0
    return bool(int(effective, 16) >> bit & 1)


def boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""
