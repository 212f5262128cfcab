"""Room in the kernel that nginx does not ask for."""

from collections.abc import Iterator

from backend.advice.nginx import every, number, parameter
from backend.advice.rule import Hit, Instead, Rule, Subject

DEFAULT_BACKLOG, MAX_BACKLOG = 511, 65_535
KNOBS = ("sysctl.net.core.somaxconn", "sysctl.net.ipv4.tcp_max_syn_backlog")


def find(subject: Subject) -> Iterator[Hit]:
    backlogs = [
        number(parameter(args, "backlog")) or DEFAULT_BACKLOG for args, _ in every(subject.tree, "listen")
    ]
    for knob in KNOBS:
        value = number(str(subject.knobs.get(knob)))
        if backlogs and value and value > DEFAULT_BACKLOG and max(backlogs) <= DEFAULT_BACKLOG:
            text = (
                f"{knob.removeprefix('sysctl.')} {value} changes nothing for nginx, which asks for a "
                f"queue of {DEFAULT_BACKLOG}"
            )
            yield Hit(text, knob, Instead(_longer(subject, value)))
            return


def _longer(subject: Subject, value: int) -> dict[str, int]:
    """As long a queue as the kernel gives; where it gives no longer one, the kernel's limit as well."""
    longest = subject.kernel("net.core.somaxconn") or value
    backlog = min(value, longest, MAX_BACKLOG)
    if backlog > DEFAULT_BACKLOG:
        return {"listen.backlog": backlog}
    return {"listen.backlog": min(value, MAX_BACKLOG), KNOBS[0]: min(value, MAX_BACKLOG)}


RULE = Rule(
    code="somaxconn_without_backlog",
    severity="warning",
    text="Kernel settings only bound the accept queue; nginx asks for its length with `backlog`, by "
    "default 511. Raising `net.core.somaxconn` alone leaves the queue as it was.",
    example="listen.backlog: 24800",
    source="nginx documentation of listen (backlog); stepwise tuning of nginx 1.24, whose step 14 set "
    "the kernel alone",
    find=find,
)
