"""TCP Fast Open towards clients that do not ask for it."""

from collections.abc import Iterator

from backend.advice.predicates import keeps_connections
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_parameters, taken_back

KERNEL = "sysctl.net.ipv4.tcp_fastopen"


def find(subject: Subject) -> Iterator[Hit]:
    if changed_parameters(subject, ("fastopen",)) and not keeps_connections(subject):
        tool = subject.workload.tool
        text = f"fastopen acts on clients that send data with their first packet; {tool} does not"
        knobs = [name for name in ("listen.fastopen", KERNEL) if name in subject.knobs]
        yield Hit(text, "listen.fastopen", taken_back(subject, knobs))


RULE = Rule(
    code="fastopen_without_client",
    severity="hint",
    text="A client has to ask for TCP Fast Open (`MSG_FASTOPEN`, `TCP_FASTOPEN_CONNECT`). The load tools "
    "here open connections in the ordinary way.",
    example="listen.fastopen: not set",
    source="Linux manual page tcp(7); RFC 7413",
    find=find,
)
