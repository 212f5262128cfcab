"""More connections per worker than it can have files open."""

from collections.abc import Iterator

from backend.advice.nginx import number, words
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    asked = number("".join(words(subject.tree, "worker_connections")[:1]))
    limit, whose = _limit(subject)
    if asked and limit and asked > limit:
        text = (
            f"worker_connections {asked} is more than a worker may have files open ({limit}, {whose}): "
            "connections beyond that fail"
        )
        twice = {"nginx.worker_rlimit_nofile": 2 * asked}  # a proxied request takes two
        yield Hit(text, "nginx.worker_connections", Instead(twice))


def _limit(subject: Subject) -> tuple[int | None, str]:
    own = number("".join(words(subject.tree, "worker_rlimit_nofile")[:1]))
    if own:
        return own, "worker_rlimit_nofile"
    if "limits.nofile" in subject.knobs:
        return int(subject.knobs["limits.nofile"]), "limits.nofile"
    facts = subject.facts.get("proxy")
    return (facts.nofile if facts else None), f"the limit on {facts.hostname if facts else 'the host'}"


RULE = Rule(
    code="worker_connections_above_nofile",
    severity="warning",
    text="Each connection is an open file, so `worker_connections` above the limit of open files promises "
    "connections that cannot be made. A proxied request takes two.",
    example="nginx.worker_rlimit_nofile: 131072",
    source="nginx documentation of worker_connections and worker_rlimit_nofile",
    find=find,
)
