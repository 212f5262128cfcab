"""A limit of open files that the host's kernel does not give."""

from collections.abc import Iterator

from backend.advice.nginx import number, words
from backend.advice.rule import Hit, Instead, Rule, Subject

KERNEL_MAX = 1_048_576
"""fs.nr_open where nobody changed it."""


def find(subject: Subject) -> Iterator[Hit]:
    limit = number("".join(words(subject.tree, "worker_rlimit_nofile")[:1]))
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


RULE = Rule(
    code="nofile_beyond_host",
    severity="warning",
    text="A limit of open files above `fs.nr_open`, or above the hard limit of an nginx without privileges, "
    "is refused by the kernel; nginx goes on with the limit that it had.",
    example="nginx.worker_rlimit_nofile: 65535",
    source="Linux manual page setrlimit(2) (EPERM above fs.nr_open); nginx's source, ngx_process_cycle.c",
    find=find,
)
