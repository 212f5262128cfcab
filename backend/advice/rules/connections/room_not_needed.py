"""Limits raised where the load does not come near the old ones."""

from collections.abc import Iterator

from backend.advice.nginx import every, number, words
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.rules.connections.connections_near_limit import FREE_SHARE
from backend.advice.rules.connections.too_few_worker_connections import DEFAULT
from backend.advice.settings import changed_directives, changed_knobs, in_words, taken_back, verb

FILES = ("limits.nofile", "sysctl.fs.file-max", "sysctl.fs.nr_open")
USUAL_FILES = 1024
SPARE = 64


def find(subject: Subject) -> Iterator[Hit]:
    if not subject.tree or subject.ceiling_to:
        return
    in_use = subject.workload.connections * (2 if any(every(subject.tree, "proxy_pass")) else 1)
    names: list[str] = []
    limit = number("".join(words(subject.base_tree, "worker_connections")[:1])) or DEFAULT
    new_limit = number("".join(words(subject.tree, "worker_connections")[:1])) or DEFAULT
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


RULE = Rule(
    code="room_not_needed",
    severity="hint",
    text="`worker_connections` and limits of open files only bound how many connections there can be. "
    "Raising one that the load does not reach makes nothing faster.",
    example="nginx.worker_connections: not set",
    source="nginx documentation of worker_connections and worker_rlimit_nofile; Linux documentation "
    "sysctl/fs (file-max, nr_open)",
    find=find,
)
