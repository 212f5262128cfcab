"""The argument lists of the load tools, as a plan shows them and as the agent runs them. Pure."""

from collections.abc import Sequence

from agents.contract.workload import Workload

DONE_HOOK = "done.lua"
AB_TABLE = "percentiles.csv"
# ab keeps a record of some 40 bytes a request: room for the fastest run, not for all of memory.
_MOST_REQUESTS = 50_000_000
_FASTEST_PER_S = 250_000


def wrk_argv(w: Workload, url: str, hook: str = DONE_HOOK) -> list[str]:
    """wrk's arguments; `hook` is the path of the Lua file that prints exact figures."""
    size = [f"-t{w.threads}", f"-c{w.connections}", f"-d{w.duration_s}s"]
    close = [] if w.keepalive else ["-H", "Connection: close"]  # without the blank wrk ignores it
    return ["wrk", *size, "--latency", "--timeout", f"{w.timeout_s}s", "-s", hook, *close, url]


def ab_argv(w: Workload, url: str, table: str = AB_TABLE) -> list[str]:
    """ab's arguments; `table` is the path that it writes its percentiles to."""
    end = ["-n", str(w.requests)] if w.requests else ["-t", str(w.duration_s), "-n", str(_ceiling(w))]
    keepalive = ["-k"] if w.keepalive else []
    # -r: one reset connection is a failed request, not the end of the trial.
    return ["ab", "-q", "-r", "-c", str(w.connections), *end, *keepalive, "-e", table, url]


def _ceiling(w: Workload) -> int:
    """`-t` alone would stop at 50 000 requests; a larger `-n` after it lifts that."""
    return min(_MOST_REQUESTS, max(w.connections, (w.duration_s or 1) * _FASTEST_PER_S))


def load_argv(workload: Workload, url: str, cpus: str | None = None) -> list[str]:
    """The whole argument list of a trial, with names instead of the agent's paths."""
    argv = wrk_argv(workload, url) if workload.tool == "wrk" else ab_argv(workload, url)
    return pinned(argv, cpus)


def pinned(argv: Sequence[str], cpus: str | None) -> list[str]:
    """With the CPUs that a process may use, where they are given."""
    return ["taskset", "-c", cpus, *argv] if cpus else list(argv)
