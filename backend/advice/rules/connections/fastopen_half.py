"""TCP Fast Open on one side only."""

from collections.abc import Iterator

from backend.advice.nginx import every, parameter
from backend.advice.rule import Hit, Instead, Rule, Subject

KEY = "net.ipv4.tcp_fastopen"
SERVER, EVERY_SOCKET = 0x2, 0x400
QUEUE = 256


def find(subject: Subject) -> Iterator[Hit]:
    if not subject.tree:
        return
    listens = any(parameter(args, "fastopen") for args, _ in every(subject.tree, "listen"))
    kernel = subject.kernel(KEY)
    if listens and kernel is not None and not kernel & SERVER:
        text = f"fastopen on listen does nothing while {KEY} is {kernel}: bit {SERVER} lets servers use it"
        yield Hit(text, "listen.fastopen", Instead({f"sysctl.{KEY}": kernel | SERVER}))
    knob = f"sysctl.{KEY}"
    if knob in subject.knobs and kernel and kernel & SERVER and not listens and not kernel & EVERY_SOCKET:
        text = f"{KEY} {kernel} allows servers TCP Fast Open, but nginx does not ask for it"
        yield Hit(text, knob, Instead({"listen.fastopen": QUEUE}))


RULE = Rule(
    code="fastopen_half",
    severity="warning",
    text="TCP Fast Open needs the kernel's bit 2 and `fastopen` on `listen`; one without the other does "
    "nothing. The load tools here do not use it when they connect.",
    example=f"listen.fastopen: 256 with sysctl.{KEY}: 3",
    source="Linux documentation ip-sysctl (tcp_fastopen); nginx documentation of listen; stepwise tuning "
    "of nginx 1.24, which set the kernel alone",
    find=find,
)
