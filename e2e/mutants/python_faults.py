"""Faults in Python: where a function can be changed, and its text with one change in it."""

import ast
import copy
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef

PAIRS = (
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
    (ast.Mult, ast.Div),
)
SWAPS: dict[type, type] = {left: right for pair in PAIRS for left, right in (pair, pair[::-1])}


@dataclass(frozen=True)
class Site:
    """One place of a function that can be changed; `ordinal` counts those of the same kind in it."""

    file: str
    function: str
    shape: str
    kind: str
    ordinal: int
    before: str
    after: str


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Qualified name and node of every function of a module and of its classes, without nested ones."""

    def inside(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, Function]]:
        for node in body:
            if isinstance(node, Function):
                yield prefix + node.name, node
            elif isinstance(node, ast.ClassDef):
                yield from inside(node.body, f"{prefix}{node.name}.")

    yield from inside(tree.body, "")


def _mutate(node: ast.AST) -> tuple[str, ast.AST] | None:
    """Kind of the fault that fits a node, and what replaces the node, which may be the same."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in SWAPS:
            return "comparison", _with(node, ops=[SWAPS[type(operator)]()])
        case ast.BoolOp():
            return "and-or", _with(node, op=SWAPS[type(node.op)]())
        case ast.BinOp(op=operator) if type(operator) in SWAPS:
            return "arithmetic", _with(node, op=SWAPS[type(operator)]())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return "not", operand
        case ast.If() | ast.While() | ast.IfExp():
            return "condition", _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.Constant(value=bool() as value):
            return "boolean", ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            return "number", ast.Constant(value + 1)
        case ast.Return(value=ast.expr()):
            return "return", _with(node, value=ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Raise():
            return "statement", ast.Pass()
    return None


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    """The same node with other fields."""
    clone = copy.copy(node)
    for name, value in fields.items():
        setattr(clone, name, value)
    return clone


def _sites(function: Function) -> Iterator[tuple[str, ast.AST, ast.AST]]:
    """Kind, node and its replacement, of everything below a function's body."""
    for statement in function.body:
        for node in ast.walk(statement):
            mutation = _mutate(node)
            if mutation and ast.dump(mutation[1]) != ast.dump(node):
                yield mutation[0], node, mutation[1]


def shape(function: Function) -> str:
    """Digest of a function without its names and texts: it stays when only words change."""
    bare = copy.deepcopy(function)
    bare.body = [s for s in bare.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    for node in ast.walk(bare):
        for field in ("id", "name", "attr", "arg", "module", "asname"):
            if isinstance(getattr(node, field, None), str):
                setattr(node, field, "_")
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return hashlib.sha256(ast.dump(bare).encode()).hexdigest()[:16]


def sites_of(path: Path, root: Path) -> Iterator[Site]:
    """Everything in one file that can be changed."""
    for name, function in functions(ast.parse(path.read_text())):
        counts: dict[str, int] = {}
        digest = shape(function)
        for kind, node, replacement in _sites(function):
            ordinal = counts[kind] = counts.get(kind, -1) + 1
            texts = (_first_line(node), _first_line(replacement))
            yield Site(str(path.relative_to(root)), name, digest, kind, ordinal, *texts)


def _first_line(node: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).splitlines()[0]


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def with_fault(source: str, site: Site, *, same_name: bool) -> str | None:
    """The module's text with the fault in it; None when it has no such place.

    The function is known by its name, or, once that has changed, by its shape; the place in it by its
    number while the shape is the same, else by its text.
    """
    for name, function in functions(ast.parse(source)):
        same_shape = shape(function) == site.shape
        if not (name == site.function if same_name else same_shape):
            continue
        places = [(node, new) for kind, node, new in _sites(function) if kind == site.kind]
        if same_shape:
            return _insert(source, function, *places[site.ordinal])
        if same_text := [place for place in places if _first_line(place[0]) == site.before]:
            return _insert(source, function, *same_text[0])
    return None


def _insert(source: str, function: Function, old: ast.AST, new: ast.AST) -> str:
    """The source with `new` in place of `old` in a function, which loses its comments."""
    indent = " " * function.col_offset
    faulty = ast.fix_missing_locations(_Replace(old, new).visit(function))
    lines = source.splitlines()
    first = min([function.lineno, *(d.lineno for d in function.decorator_list)])
    text = [indent + line for line in ast.unparse(faulty).splitlines()]
    return "\n".join([*lines[: first - 1], *text, *lines[function.end_lineno :], ""])
