"""Rules on how many connections workers and hosts can hold."""

from collections.abc import Iterator
from math import ceil

from backend.advice.nginx import every, number_of
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.settings import changed_directives, changed_knobs, in_words, taken_back, verb

FREE_SHARE = 16
"""Idle connections are closed while a worker has no more than this part of its connections free."""


@rule(
    severity="warning",
    text="When a worker has no more than a sixteenth of its `worker_connections` free, it closes kept "
    "connections that are idle at the moment, before the limit itself is met. Two are in use for each "
    "proxied request.",
    example="nginx.worker_connections: 10240",
    source="nginx's source, ngx_connection.c (ngx_drain_connections); its warning “worker_connections are "
    "not enough, reusing connections”",
)
def connections_near_limit(subject: Subject) -> Iterator[Hit]:
    workers = subject.workers
    if not subject.tree or not workers or not subject.workload.keepalive:
        return
    per_worker = number_of(subject.tree, "worker_connections") or DEFAULT_CONNECTIONS
    per_request = 2 if any(every(subject.tree, "proxy_pass")) else 1
    most = workers * (per_worker - per_worker // FREE_SHARE) // per_request
    connections = subject.ceiling_to or subject.workload.connections
    holds = workers * per_worker // per_request
    if subject.ceiling_to and connections > most:
        text = (
            f"the search ends at about {most:,} connections: from there on nginx closes idle ones, as less "
            f"than 1/{FREE_SHARE} of its worker_connections ({workers} × {per_worker}) are free. It finds "
            "this setting, not what the machine can do"
        )
    elif not subject.ceiling_to and most < connections <= holds:
        text = (
            f"{connections:,} connections leave less than 1/{FREE_SHARE} of {workers} × {per_worker} "
            "worker_connections free: nginx then closes idle ones, and the load tool counts errors or opens "
            "them again"
        )
    else:
        return
    enough = STEP * ceil(connections * per_request * FREE_SHARE / (FREE_SHARE - 1) / workers / STEP + 0.01)
    yield Hit(text, "nginx.worker_connections", Instead({"nginx.worker_connections": enough}))


KERNEL_MAX = 1_048_576
"""fs.nr_open where nobody changed it."""


@rule(
    severity="warning",
    text="A limit of open files above `fs.nr_open`, or above the hard limit of an nginx without privileges, "
    "is refused by the kernel; nginx goes on with the limit that it had.",
    example="nginx.worker_rlimit_nofile: 65535",
    source="Linux manual page setrlimit(2) (EPERM above fs.nr_open); nginx's source, ngx_process_cycle.c",
)
def nofile_beyond_host(subject: Subject) -> Iterator[Hit]:
    limit = number_of(subject.tree, "worker_rlimit_nofile")
    longest, words_of_it = _most(subject)
    if limit and longest and limit > longest:
        text = (
            f"worker_rlimit_nofile {limit} cannot be given ({words_of_it} is {longest}): nginx writes "
            "“setrlimit failed” to its error log and keeps the old limit"
        )
        yield Hit(text, "nginx.worker_rlimit_nofile", Instead({"nginx.worker_rlimit_nofile": longest}))


def _most(subject: Subject) -> tuple[int | None, str]:
    nr_open = subject.kernel("fs.nr_open")
    facts = subject.facts.get("proxy")
    if facts and facts.abilities.nofile and "sysctl.fs.nr_open" not in subject.knobs:
        return facts.abilities.nofile, "the most that the proxy host's agent can give"
    return (nr_open, "fs.nr_open") if nr_open else (KERNEL_MAX, "fs.nr_open by default")


FILES = ("limits.nofile", "sysctl.fs.file-max", "sysctl.fs.nr_open")
USUAL_FILES = 1024
SPARE = 64


@rule(
    severity="hint",
    text="`worker_connections` and limits of open files only bound how many connections there can be. "
    "Raising one that the load does not reach makes nothing faster.",
    example="nginx.worker_connections: not set",
    source="nginx documentation of worker_connections and worker_rlimit_nofile; Linux documentation "
    "sysctl/fs (file-max, nr_open)",
)
def room_not_needed(subject: Subject) -> Iterator[Hit]:
    if not subject.tree or subject.ceiling_to:
        return
    in_use = subject.workload.connections * (2 if any(every(subject.tree, "proxy_pass")) else 1)
    names: list[str] = []
    limit = number_of(subject.base_tree, "worker_connections") or DEFAULT_CONNECTIONS
    new_limit = number_of(subject.tree, "worker_connections") or DEFAULT_CONNECTIONS
    if (
        changed_directives(subject, ("worker_connections",))
        and new_limit > limit
        and in_use < limit - limit // FREE_SHARE
    ):
        names.append("nginx.worker_connections")
    files = in_use + SPARE
    if files < USUAL_FILES:
        names += [f"nginx.{name}" for name in changed_directives(subject, ("worker_rlimit_nofile",))]
        names += changed_knobs(subject, FILES)
    if names:
        words_of_names = [name.removeprefix("sysctl.").removeprefix("nginx.") for name in names]
        text = (
            f"{in_words(words_of_names)} {verb(names, 'is', 'are')} never reached: all workers together have "
            f"{in_use} connections in use, and even one worker's default would hold them"
        )
        yield Hit(text, names[0], taken_back(subject, names))


DEFAULT_CONNECTIONS = 512
STEP = 1024


@rule(
    severity="warning",
    text="All workers together must hold every connection of the load tool, and those to backends as "
    "well. Requests on the rest fail, and some tools count failed requests as throughput.",
    example="nginx.worker_connections: 10240",
    source="nginx documentation of worker_connections; the two-core test with 3000 connections, whose "
    "default configuration failed thousands of requests",
)
def too_few_worker_connections(subject: Subject) -> Iterator[Hit]:
    workers = subject.workers
    if not subject.tree or workers is None:
        return
    per_worker = number_of(subject.tree, "worker_connections") or DEFAULT_CONNECTIONS
    per_request = 2 if any(every(subject.tree, "proxy_pass")) else 1
    connections = subject.workload.connections * per_request
    if workers * per_worker < connections:
        reason = ", two for each proxied request" if per_request == 2 else ""
        text = (
            f"{subject.workload.connections} connections need {connections}{reason}; {workers} × "
            f"{per_worker} worker_connections are fewer, and the rest is closed unanswered"
        )
        enough = STEP * ceil(connections / workers / STEP)
        yield Hit(text, "nginx.worker_connections", Instead({"nginx.worker_connections": enough}))


@rule(
    severity="warning",
    text="Each connection is an open file, so `worker_connections` above the limit of open files promises "
    "connections that cannot be made. A proxied request takes two.",
    example="nginx.worker_rlimit_nofile: 131072",
    source="nginx documentation of worker_connections and worker_rlimit_nofile",
)
def worker_connections_above_nofile(subject: Subject) -> Iterator[Hit]:
    connections = number_of(subject.tree, "worker_connections")
    limit, setting = _limit(subject)
    if connections and limit and connections > limit:
        text = (
            f"worker_connections {connections} is more than a worker may have files open "
            f"({limit}, {setting}): connections beyond that fail"
        )
        twice = {"nginx.worker_rlimit_nofile": 2 * connections}  # a proxied request takes two
        yield Hit(text, "nginx.worker_connections", Instead(twice))


def _limit(subject: Subject) -> tuple[int | None, str]:
    file_limit = number_of(subject.tree, "worker_rlimit_nofile")
    if file_limit:
        return file_limit, "worker_rlimit_nofile"
    if "limits.nofile" in subject.knobs:
        return int(subject.knobs["limits.nofile"]), "limits.nofile"
    facts = subject.facts.get("proxy")
    return (facts.nofile if facts else None), "the limit of the proxy host"
