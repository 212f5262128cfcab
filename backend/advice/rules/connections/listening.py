"""Rules on the queue and the options of the listening socket."""

from collections.abc import Iterator

from backend.advice.nginx import every, number, parameter
from backend.advice.predicates import keeps_connections
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.settings import changed_parameters, taken_back

SOMAXCONN = "net.core.somaxconn"


@rule(
    severity="warning",
    text="The kernel silently cuts the length of an accept queue to `net.core.somaxconn`, so a larger "
    "`backlog` changes nothing.",
    example=f"sysctl.{SOMAXCONN}: 65535",
    source="Linux manual page listen(2); the reuseport write-up, which raised both",
)
def backlog_above_somaxconn(subject: Subject) -> Iterator[Hit]:
    longest = subject.kernel(SOMAXCONN)
    for args, _ in every(subject.tree, "listen"):
        backlog = number(parameter(args, "backlog"))
        if backlog and longest and backlog > longest:
            text = f"backlog={backlog} is cut to {longest}: {SOMAXCONN} is lower"
            yield Hit(text, "listen.backlog", Instead({f"sysctl.{SOMAXCONN}": backlog}))


FASTOPEN = "net.ipv4.tcp_fastopen"
FASTOPEN_KNOB = f"sysctl.{FASTOPEN}"
SERVER, EVERY_SOCKET = 0x2, 0x400
FASTOPEN_QUEUE = 256


@rule(
    severity="warning",
    text="TCP Fast Open needs the kernel's bit 2 and `fastopen` on `listen`; one without the other does "
    "nothing. The load tools here do not use it when they connect.",
    example=f"listen.fastopen: 256 with {FASTOPEN_KNOB}: 3",
    source="Linux documentation ip-sysctl (tcp_fastopen); nginx documentation of listen; stepwise tuning "
    "of nginx 1.24, which set the kernel alone",
)
def fastopen_half(subject: Subject) -> Iterator[Hit]:
    if not subject.tree:
        return
    listens = any(parameter(args, "fastopen") for args, _ in every(subject.tree, "listen"))
    kernel = subject.kernel(FASTOPEN)
    if listens and kernel is not None and not kernel & SERVER:
        text = (
            f"fastopen on listen does nothing while {FASTOPEN} is {kernel}: bit {SERVER} lets servers use it"
        )
        yield Hit(text, "listen.fastopen", Instead({FASTOPEN_KNOB: kernel | SERVER}))
    is_set = FASTOPEN_KNOB in subject.knobs
    if is_set and kernel and kernel & SERVER and not listens and not kernel & EVERY_SOCKET:
        text = f"{FASTOPEN} {kernel} allows servers TCP Fast Open, but nginx does not ask for it"
        yield Hit(text, FASTOPEN_KNOB, Instead({"listen.fastopen": FASTOPEN_QUEUE}))


@rule(
    severity="hint",
    text="A client has to ask for TCP Fast Open (`MSG_FASTOPEN`, `TCP_FASTOPEN_CONNECT`). The load tools "
    "here open connections in the ordinary way.",
    example="listen.fastopen: not set",
    source="Linux manual page tcp(7); RFC 7413",
)
def fastopen_without_client(subject: Subject) -> Iterator[Hit]:
    if changed_parameters(subject, ("fastopen",)) and not keeps_connections(subject):
        tool = subject.workload.tool
        text = f"fastopen acts on clients that send data with their first packet; {tool} does not"
        knobs = [name for name in ("listen.fastopen", FASTOPEN_KNOB) if name in subject.knobs]
        yield Hit(text, "listen.fastopen", taken_back(subject, knobs))


DEFAULT_BACKLOG, MAX_BACKLOG = 511, 65_535
KNOBS = ("sysctl.net.core.somaxconn", "sysctl.net.ipv4.tcp_max_syn_backlog")


@rule(
    severity="warning",
    text="Kernel settings only bound the accept queue; nginx asks for its length with `backlog`, by "
    "default 511. Raising `net.core.somaxconn` alone leaves the queue as it was.",
    example="listen.backlog: 24800",
    source="nginx documentation of listen (backlog); stepwise tuning of nginx 1.24, whose step 14 set "
    "the kernel alone",
)
def somaxconn_without_backlog(subject: Subject) -> Iterator[Hit]:
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
