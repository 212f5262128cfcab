"""An accept queue longer than the kernel allows."""

from collections.abc import Iterator

from backend.advice.nginx import every, number, parameter
from backend.advice.rule import Hit, Instead, Rule, Subject

KEY = "net.core.somaxconn"


def find(subject: Subject) -> Iterator[Hit]:
    longest = subject.kernel(KEY)
    for args, _ in every(subject.tree, "listen"):
        backlog = number(parameter(args, "backlog"))
        if backlog and longest and backlog > longest:
            text = f"backlog={backlog} is cut to {longest}: {KEY} is lower"
            yield Hit(text, "listen.backlog", Instead({f"sysctl.{KEY}": backlog}))


RULE = Rule(
    code="backlog_above_somaxconn",
    severity="warning",
    text="The kernel silently cuts the length of an accept queue to `net.core.somaxconn`, so a larger "
    "`backlog` changes nothing.",
    example=f"sysctl.{KEY}: 65535",
    source="Linux manual page listen(2); the reuseport write-up, which raised both",
    find=find,
)
