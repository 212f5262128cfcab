"""Choice of the server block of a paste that is measured. Pure."""

from dataclasses import dataclass

from backend.own_conf.reading import Node

_REDIRECTS = ("301", "302", "303", "307", "308", "444")


@dataclass(frozen=True)
class ServerChoice:
    """A server block: its names and addresses, and whether it answers with more than a redirect."""

    node: Node
    label: str
    serves: bool


def servers_of(http: list[Node]) -> list[ServerChoice]:
    """Every server block, in the order of the paste."""
    nodes = [node for node in http if node.name == "server" and node.block is not None]
    return [ServerChoice(node, _label(node), serves_content(node)) for node in nodes]


def default_server(choices: list[ServerChoice]) -> int:
    """Index of the one to measure: it serves content; a default server first, one with TLS before others."""

    def rank(index: int) -> tuple[bool, bool, bool, int]:
        choice = choices[index]
        is_default = is_default_server(choice.node)
        return (not choice.serves, not is_default, is_default and not has_tls(choice.node), index)

    return min(range(len(choices)), key=rank)


def serves_content(server: Node) -> bool:
    """Whether it answers with more than a redirect or nothing at all."""
    root = (n for n in server if n.name == "location" and n.args[-1:] == ["/"])
    answers = [*server, *(child for location in root for child in location)]
    return not any(
        (n.name == "return" and n.args[:1] and n.args[0] in _REDIRECTS)
        or (n.name == "ssl_reject_handshake" and n.args == ["on"])
        for n in answers
    )


def is_default_server(server: Node) -> bool:
    return any(n.name == "listen" and {"default_server", "default"} & {*n.args[1:]} for n in server)


def has_tls(server: Node) -> bool:
    """Whether it listens with TLS over TCP."""
    return any(
        (n.name == "listen" and "ssl" in n.args[1:]) or (n.name == "ssl" and n.args == ["on"]) for n in server
    )


def _label(server: Node) -> str:
    names = [word for n in server if n.name == "server_name" for word in n.args if word != "_"]
    listens = [n.args[0] for n in server if n.name == "listen" and n.args]
    return ", ".join([*names[:3], *(f"listen {word}" for word in listens[:2])]) or "server"
