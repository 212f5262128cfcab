"""An nginx.conf as a tree of directives."""

from functools import lru_cache

from agents.policy.reading import read
from backend.advice.nginx import ConfTree


@lru_cache(maxsize=512)
def read_nginx(conf: str) -> ConfTree:
    """The directives of a text; empty where it is empty or cannot be relied on: the policy says why."""
    tree, refusal = read(conf) if conf else ([], None)
    return ConfTree() if refusal else ConfTree(tree)
