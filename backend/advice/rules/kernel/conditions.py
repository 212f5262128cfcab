"""Conditions under which kernel settings have nothing to act on. Pure."""

from collections.abc import Callable

from backend.advice.nginx import every, parameter
from backend.advice.predicates import answer_bytes, is_proxied, keeps_connections, keeps_upstreams
from backend.advice.rule import Subject

Condition = Callable[[Subject], bool]
FIRST_BURST = 14_000
"""Bytes of ten segments, of which headers leave this much for the body."""
SOCKET_BUFFER = 16_384
MIN_PAGES = 20_000
"""Of memory for all sockets, 80 MB: a load test needs less."""
BACKLOG = 500
"""Connections that put two packets each into a queue of 1000 at most."""


def always(subject: Subject) -> bool:
    return True


def connects_nowhere(subject: Subject) -> bool:
    """nginx opens no connection, and the load tool keeps its own or is known to be on another machine."""
    return accepts_only(subject) and (subject.workload.keepalive or _is_apart(subject))


def accepts_only(subject: Subject) -> bool:
    return bool(subject.tree) and not is_proxied(subject)


def keeps_all(subject: Subject) -> bool:
    return keeps_connections(subject) and (not is_proxied(subject) or keeps_upstreams(subject))


def without_timestamps(subject: Subject) -> bool:
    return subject.kernel("net.ipv4.tcp_timestamps") == 0


def short_answers(subject: Subject) -> bool:
    size = answer_bytes(subject)
    return size is not None and size <= min(FIRST_BURST, SOCKET_BUFFER)


def roomy_buffers(subject: Subject) -> bool:
    """Answers are short, and neither buffer is made so small that even they fill it."""
    keys = ("tcp_rmem", "tcp_wmem")
    sizes = [str(subject.knobs.get(f"sysctl.net.ipv4.{key}", "4096 16384 65536")).split() for key in keys]
    return short_answers(subject) and all(
        int(words[1]) >= SOCKET_BUFFER for words in sizes if len(words) == 3
    )


def much_memory(subject: Subject) -> bool:
    pages = str(subject.knobs.get("sysctl.net.ipv4.tcp_mem", "")).split()
    return bool(pages) and int(pages[0]) >= MIN_PAGES


def no_socket_sizes(subject: Subject) -> bool:
    names = ("rcvbuf", "sndbuf")
    return not any(parameter(args, name) for args, _ in every(subject.tree, "listen") for name in names)


def few_connections(subject: Subject) -> bool:
    return subject.workload.connections < BACKLOG and short_answers(subject)


def one_machine(subject: Subject) -> bool:
    """Whether all hosts are known to be one machine, so that packets pass loopback alone."""
    machines = {facts.machine for facts in subject.facts.values()}
    return len(machines) == 1 and {"load", "proxy"} <= set(subject.facts)


def _is_apart(subject: Subject) -> bool:
    return not subject.share_a_machine("load", "proxy")
