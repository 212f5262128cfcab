"""Reading a parsed nginx.conf: which value of a directive holds where."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from agents.policy.reading import read

Directive = Mapping[str, Any]
Tree = Sequence[Directive]
"""What crossplane makes of a text: maps with directive, args, line and block."""
Scope = tuple[Tree, ...]
"""The blocks around a directive, the innermost last."""


class ConfTree(tuple[Directive, ...]):
    """A whole nginx.conf, with its directives by name: many rules ask for many of them."""

    @cached_property
    def by_name(self) -> dict[str, list[tuple[tuple[str, ...], Scope]]]:
        directives: dict[str, list[tuple[tuple[str, ...], Scope]]] = {}
        for directive, scope in walk(self):
            directives.setdefault(directive["directive"], []).append((tuple(directive["args"]), scope))
        return directives


def walk(tree: Tree, around: Scope = ()) -> Iterator[tuple[Directive, Scope]]:
    """Every directive with the blocks that it stands in."""
    scope = (*around, tree)
    for directive in tree:
        yield directive, scope
        yield from walk(directive.get("block") or (), scope)


def every(tree: Tree, name: str) -> Iterator[tuple[tuple[str, ...], Scope]]:
    """Arguments and scope of each directive of this name."""
    if isinstance(tree, ConfTree):
        yield from tree.by_name.get(name, ())
        return
    for directive, scope in walk(tree):
        if directive["directive"] == name:
            yield tuple(directive["args"]), scope


def names_with(tree: Tree, prefix: str) -> set[str]:
    """Names of the directives that begin like this."""
    names = tree.by_name if isinstance(tree, ConfTree) else {d["directive"] for d, _ in walk(tree)}
    return {name for name in names if name.startswith(prefix)}


def words(tree: Tree, name: str) -> tuple[str, ...]:
    """Arguments of the last directive of this name, wherever it stands; empty when there is none."""
    last_args: tuple[str, ...] = ()
    for args, _ in every(tree, name):
        last_args = args
    return last_args


def is_on(tree: Tree, name: str) -> bool:
    return any(args[:1] == ("on",) for args, _ in every(tree, name))


def inherited_directives(scope: Scope, name: str) -> list[tuple[str, ...]]:
    """Arguments of the directives that hold here: those of the innermost block that has any."""
    for block in reversed(scope):
        directives = [tuple(d["args"]) for d in block if d["directive"] == name]
        if directives:
            return directives
    return []


def number(text: str | None) -> int | None:
    """A whole number, also with nginx's k and m; None for anything else."""
    tail = (text or "")[-1:].lower()
    factor = {"k": 1024, "m": 1024**2}.get(tail, 1)
    digits = (text or "")[:-1] if factor > 1 else text or ""
    return int(digits) * factor if digits.isdecimal() else None


def number_of(tree: Tree, name: str) -> int | None:
    """The number that the last directive of this name begins with; None without one."""
    return number("".join(words(tree, name)[:1]))


def parameter(args: Sequence[str], name: str) -> str | None:
    """The value of `name=value` among the arguments."""
    return next((a.partition("=")[2] for a in args if a.startswith(f"{name}=")), None)


def upstreams(tree: Tree) -> dict[str, Tree]:
    """Name → block of every upstream."""
    scopes = [scope for _, scope in every(tree, "upstream")]
    blocks = {id(scope[-1]): scope[-1] for scope in scopes}.values()
    return {
        d["args"][0]: d.get("block") or ()
        for block in blocks
        for d in block
        if d["directive"] == "upstream" and d["args"]
    }


@lru_cache(maxsize=512)
def read_nginx(conf: str) -> ConfTree:
    """The directives of a text; empty where it is empty or cannot be relied on: the policy says why."""
    tree, refusal = read(conf) if conf else ([], None)
    return ConfTree() if refusal else ConfTree(tree)
