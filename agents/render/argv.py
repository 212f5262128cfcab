"""The argument lists of the load tools, as a plan shows them and as the agent runs them. Pure."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from agents.catalog.cpulist import pinned
from agents.contract.workload import Workload, requests_within

DONE_HOOK = "done.lua"
AB_TABLE = "percentiles.csv"


def wrk_argv(w: Workload, url: str, hook: str = DONE_HOOK) -> list[str]:
    """wrk's arguments; `hook` is the path of the Lua file that prints exact figures."""
    size = [f"-t{w.threads}", f"-c{w.connections}", f"-d{w.duration_s}s"]
    close = [] if w.keepalive else ["-H", "Connection: close"]
    patience = ["--timeout", f"{w.timeout_s}s"]
    return ["wrk", *size, "--latency", *patience, "-s", hook, *close, *_headers(w, w.host), url]


def ab_argv(w: Workload, url: str, table: str = AB_TABLE) -> list[str]:
    """ab's arguments; `table` is the path that it writes its percentiles to."""
    # `-t` alone would stop at 50 000 requests; a larger `-n` after it lifts that.
    enough = requests_within(w.duration_s or 1, w.connections)
    end = ["-n", str(w.requests)] if w.requests else ["-t", str(w.duration_s), "-n", str(enough)]
    keepalive = ["-k"] if w.keepalive else []
    size = ["-c", str(w.connections), *end, *keepalive]
    # -r: one reset connection is a failed request, not the end of the trial.
    return ["ab", "-q", "-r", *size, "-e", table, *_headers(w, w.host), url]


def weighttp_argv(w: Workload, url: str) -> list[str]:
    """weighttp's arguments: those that 0.3, 0.4 and 0.5 have in common."""
    size = ["-n", str(w.requests), "-c", str(w.connections), "-t", str(w.threads)]
    keepalive = ["-k"] if w.keepalive else []
    # Given the Host that it would send anyway, because 0.4 writes past its request without it.
    host = w.host or urlsplit(url).netloc.removesuffix(":80")
    return ["weighttp", *size, *keepalive, *_headers(w, host), url]


def _headers(w: Workload, host: str | None) -> Iterator[str]:
    """`-H` for each header: wrk ignores one without the blank; in all three this Host replaces their own."""
    told = {"Host": host} if host else {}
    for name, value in (told | w.headers).items():
        yield from ("-H", f"{name}: {value}")


_ARGV = {"wrk": wrk_argv, "ab": ab_argv, "weighttp": weighttp_argv}


def load_argv(workload: Workload, url: str, cpus: str | None = None) -> list[str]:
    """The whole argument list of a trial, with names instead of the agent's paths."""
    return pinned(_ARGV[workload.tool](workload, url), cpus)
