"""More connections per worker than it can have files open."""

from collections.abc import Iterator

from backend.advice.nginx import number, words
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    connections = number("".join(words(subject.tree, "worker_connections")[:1]))
    limit, setting = _limit(subject)
    if connections and limit and connections > limit:
        text = (
            f"worker_connections {connections} is more than a worker may have files open "
            f"({limit}, {setting}): connections beyond that fail"
        )
        twice = {"nginx.worker_rlimit_nofile": 2 * connections}  # a proxied request takes two
        yield Hit(text, "nginx.worker_connections", Instead(twice))


def _limit(subject: Subject) -> tuple[int | None, str]:
    file_limit = number("".join(words(subject.tree, "worker_rlimit_nofile")[:1]))
    if file_limit:
        return file_limit, "worker_rlimit_nofile"
    if "limits.nofile" in subject.knobs:
        return int(subject.knobs["limits.nofile"]), "limits.nofile"
    facts = subject.facts.get("proxy")
    return (facts.nofile if facts else None), "the limit of the proxy host"


RULE = Rule(
    code="worker_connections_above_nofile",
    severity="warning",
    text="Each connection is an open file, so `worker_connections` above the limit of open files promises "
    "connections that cannot be made. A proxied request takes two.",
    example="nginx.worker_rlimit_nofile: 131072",
    source="nginx documentation of worker_connections and worker_rlimit_nofile",
    find=find,
)
