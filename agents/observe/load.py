"""The CPU time of the load tool, as a whole and by thread."""

from collections.abc import Callable, Sequence

from agents import procfs
from agents.contract.counters import MAX_WORKERS, ThreadCounts
from agents.observe.sampler import Reading, per_second


class LoadSampler:
    """`cpu_seconds`: of the tool, also after its end; `pids`: its processes, none before its start."""

    def __init__(self, cpu_seconds: Callable[[], float], pids: Callable[[], Sequence[int]]) -> None:
        self._cpu_seconds, self._pids = cpu_seconds, pids
        self.threads: ThreadCounts | None = None

    def read(self) -> Reading:
        return {"cpu_s": self._cpu_seconds()}

    def look(self, reading: Reading, _: object) -> None:
        """At a tick: threads are gone with the tool, so the last tick before its end speaks for them."""
        counts = [threads_of(pid) for pid in self._pids()]
        if counts and all(counts):
            self.threads = join_threads(list(filter(None, counts)))

    def rates(self, before: Reading, after: Reading, dt: float) -> dict[str, float | None]:
        return {"load.cpu": per_second(before, after, "cpu_s", dt)}

    def close(self) -> None:
        pass


def join_threads(counts: Sequence[ThreadCounts]) -> ThreadCounts:
    """The threads of several processes, busiest first."""
    rows = [row for c in counts for row in zip(c.cpu_s, c.waited_s, c.ages_s, strict=True)]
    rows = sorted(rows, reverse=True)[:MAX_WORKERS]
    return ThreadCounts(
        seconds=max(c.seconds for c in counts),
        cpu_s=[cpu for cpu, _, _ in rows],
        waited_s=[wait_s for _, wait_s, _ in rows],
        ages_s=[age for _, _, age in rows],
    )


def threads_of(pid: int) -> ThreadCounts | None:
    """All threads of a process since it began; None when it is gone, or has too many."""
    seconds, ids = procfs.age_s(pid), procfs.threads(pid)
    if seconds is None or not procfs.is_running(pid) or not 0 < len(ids) <= MAX_WORKERS:
        return None
    times = sorted(filter(None, (_times_of(pid, thread) for thread in ids)), reverse=True)
    return ThreadCounts(
        seconds=seconds,
        cpu_s=[cpu for cpu, _, _ in times],
        waited_s=[wait_s for _, wait_s, _ in times],
        ages_s=[age for _, _, age in times],
    )


def _times_of(pid: int, thread: int) -> tuple[float, float, float] | None:
    """CPU time, wait for a CPU, and age: on a busy CPU a thread begins well after its process."""
    times, age = procfs.run_times(f"/proc/{pid}/task/{thread}"), procfs.age_s(thread)
    return None if times is None or age is None else (*times, age)
