"""Fate of `location /`: the one that is rendered, or a raw block in its place. Pure."""

from dataclasses import dataclass

from backend.own_conf.reading import Node
from backend.own_conf.replacements import PASSES, target_path

_ANSWERS = ("return", "alias", "stub_status", "empty_gif", "autoindex", "random_index", "flv", "mp4")


@dataclass(frozen=True)
class RootLocation:
    """`location /` of a server, None where it has none.

    `is_rendered`: the product renders it, and what else stands in it is nginx.location_extra.
    """

    node: Node | None
    is_proxied: bool  # of the server: a location of it passes requests on
    is_rendered: bool
    is_alone: bool  # no other location stands in the server or in it


def place_root(server: Node) -> RootLocation:
    """Decide where `location /` of a server goes."""
    locations = [n for n in server.walk() if n.name == "location"]
    root = next(filter(is_root, server), None)
    is_proxied = any(n.name in PASSES for n in server.walk())
    if root is None:
        return RootLocation(None, is_proxied, not is_proxied, False)
    return RootLocation(root, is_proxied, _is_rendered(root, is_proxied), locations == [root])


def is_root(node: Node) -> bool:
    """Whether it is a `location /`; nginx takes one of a server."""
    return node.name == "location" and node.args in (["/"], ["^~", "/"]) and node.block is not None


def _is_rendered(root: Node, is_proxied: bool) -> bool:
    if root.args != ["/"]:
        return False
    if not is_proxied:
        return not any(n.name in _ANSWERS for n in root)
    passes = [n for n in root if n.name in PASSES]
    return len(passes) == 1 and target_path(passes[0]) in ("", "/")
