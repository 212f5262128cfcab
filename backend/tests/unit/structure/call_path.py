"""Counts how much code a reader follows from a route to the first jobs: functions, files and returns.

    python -m backend.tests.unit.structure.call_path

The walk begins at `START` and visits, depth first and in the order in which Python evaluates, every
function, method and property of the repository that the code uses, until it has visited `END`. A call is
resolved from the syntax tree: names defined or imported anywhere in the file, attributes of modules and
classes, and methods of values whose class an annotation gives (parameter, field, return type, items of a
collection) or a constructor, which counts as a call of its `__init__`. A function that is named without a
call (an argument, `partial`, an action after the commit) is followed where it is named, after what it is
given to; so is a Celery task where its registered name is an argument. Branches and cases are all followed,
except where a condition asks for a field of the request that is not in `POSTED`.

Counted are
- functions: each at its first visit;
- files with such a visit;
- returns: how often the path comes back to a file that it left before.

Boundaries are rules, never names. A pure room (a source of an import contract whose name says so) and a
shared file (the lowest of the backend's layers) is one visit, at the first function that is entered: only
the actions and tasks that a shared file hands on are followed. What a condition runs before it raises, and
what handles an exception, leaves the path. No call in the repository names dependencies of FastAPI,
validators of pydantic, decorators, operators, and methods of values of unknown type, so none of these is
followed.
"""

import ast
import tomllib
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from backend.tests.unit.structure.evaluation import Known, Scope, parts_in_order
from backend.tests.unit.structure.symbols import Class, Function, Repository, Type

ROOT = Path(__file__).parents[4]
FOLDERS = ("backend", "worker", "agents")
START, END = "backend.experiments.routes.launch_experiment", "_hand_over"
POSTED = {"definition"}
"""Fields of the request that are there; the others have their defaults, which are empty."""


class Counts(NamedTuple):
    functions: int
    files: int
    returns: int


class PathEnd(Exception):
    """The last function was visited."""


class Boundaries(NamedTuple):
    """Modules and packages that are one visit each."""

    pure: tuple[str, ...]
    shared: tuple[str, ...]

    def room_of(self, module: str) -> str | None:
        rooms = (*self.pure, *self.shared)
        return next((room for room in rooms if module == room or module.startswith(f"{room}.")), None)


def boundaries_of(root: Path) -> Boundaries:
    """The pure rooms and the lowest layer, as pyproject.toml has them for import-linter."""
    contracts = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    pure = [c for c in contracts if c["type"] == "forbidden" and c["name"].lower().startswith(_SAYS_PURE)]
    layers = next(c["layers"] for c in contracts if c["name"].startswith("Rooms of the backend"))
    return Boundaries(
        pure=tuple(room for contract in pure for room in contract["source_modules"]),
        shared=tuple(file.strip() for file in layers[-1].split(":")),
    )


_SAYS_PURE = ("pure rooms", "the pure rooms")


class Walk:
    """Visits functions; `stays` are in the order of their first visit, with their depth."""

    def __init__(self, repository: Repository, boundaries: Boundaries, start: Function, end: str) -> None:
        self.repository, self.boundaries, self.end = repository, boundaries, end
        self.request = Type(start.module, _first_annotation(start)).class_
        self.stays: list[tuple[int, Function]] = []
        self._depth = 0
        self._visited: set[ast.AST | str] = set()

    def visit(self, function: Function) -> None:
        room = self.boundaries.room_of(function.module.name)
        if function.node in self._visited:
            return
        self._visited.add(function.node)
        if room is None or room not in self._visited:
            self.stays.append((self._depth, function))
        self._visited |= {room} if room else set()
        if function.node.name == self.end:
            raise PathEnd
        if room not in self.boundaries.pure:
            self._depth += 1
            Body(self, function, only_handed_on=room is not None).follow(function.node.body)
            self._depth -= 1


def _first_annotation(function: Function) -> ast.expr:
    arguments = function.node.args.args
    return (arguments[0].annotation if arguments else None) or ast.Constant(None)


class Body:
    """The statements of one function on the path."""

    def __init__(self, walk: Walk, function: Function, only_handed_on: bool) -> None:
        self.walk, self.only_handed_on, self.scope = walk, only_handed_on, Scope(function)

    def follow(self, nodes: Sequence[ast.AST]) -> None:
        for node in nodes:
            self._follow(node)
            if isinstance(node, ast.If) and self._holds(node.test) and isinstance(node.body[-1], ast.Return):
                return  # the rest is for other requests

    def _follow(self, node: ast.AST) -> None:
        match node:
            case ast.Call():
                self._follow_call(node)
            case ast.If(test=test, body=body, orelse=orelse):
                self._follow_condition(test, body, orelse)
            case ast.IfExp(test=test, body=value, orelse=other):
                self._follow_condition(test, [value], [other])
            case ast.BoolOp(op=operator, values=values):
                for value in values:
                    self._follow(value)
                    if self._holds(value) is isinstance(operator, ast.Or):
                        return
            case ast.For(iter=iterable, body=body, orelse=orelse):
                self._follow(iterable)
                self.scope.bind_names_of(node)
                self.follow([*body, *orelse])
            case ast.comprehension(iter=iterable, ifs=conditions):
                self._follow(iterable)
                self.scope.bind_names_of(node)
                self.follow(conditions)
            case _:
                self.follow(list(parts_in_order(node)))
                self.scope.bind_names_of(node)
                if isinstance(node, ast.Name | ast.Attribute | ast.Constant):
                    self._visit(self.scope.member(node))

    def _follow_condition(self, test: ast.expr, body: Sequence[ast.AST], orelse: Sequence[ast.AST]) -> None:
        self._follow(test)
        holds = self._holds(test)
        if holds is not False and not isinstance(body[-1], ast.Raise):
            self.follow(body)
        if holds is not True:
            self.follow(orelse)

    def _follow_call(self, node: ast.Call) -> None:
        callee = self.scope.member(node.func)
        if isinstance(node.func, ast.Attribute):
            self._follow(node.func.value)
        elif not isinstance(node.func, ast.Name):
            self._follow(node.func)
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        handed_on = [a for a in arguments if isinstance(self.scope.value_of(a), Function | str)]
        self.follow([a for a in arguments if a not in handed_on])
        if not self.only_handed_on:
            self._visit(callee.member("__init__") if isinstance(callee, Class) else callee)
        self.follow(handed_on)

    def _visit(self, value: Known) -> None:
        if isinstance(value, str):
            value = self.walk.repository.tasks.get(value)
        if isinstance(value, Function):
            self.walk.visit(value)

    def _holds(self, test: ast.expr) -> bool | None:
        """Whether a condition about the request holds; None where it is about anything else."""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                holds = self._holds(operand)
                return None if holds is None else not holds
            case ast.Compare(left=left, ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
                holds = self._holds(left)
                return None if holds is None else not holds
            case ast.Compare(left=left, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
                return self._holds(left)
            case ast.BoolOp(op=operator, values=values):
                decisive, parts = isinstance(operator, ast.Or), [self._holds(value) for value in values]
                return decisive if decisive in parts else None if None in parts else not decisive
            case ast.Attribute(value=owner, attr=field):
                value = self.scope.value_of(owner)
                owner_class = value.class_ if isinstance(value, Type) else None
                return field in POSTED if owner_class and owner_class == self.walk.request else None
        return None


def walk(root: Path = ROOT, start: str = START, end: str = END) -> Walk:
    """The path from a function (`package.module.name`) to the first one of the name `end`.

    LookupError where there is no such function, or no call leads there.
    """
    repository = Repository(root, FOLDERS)
    first = repository.member(start)
    if not isinstance(first, Function):
        raise LookupError(f"there is no function {start}")
    path = Walk(repository, boundaries_of(root), first, end)
    try:
        path.visit(first)
    except PathEnd:
        return path
    raise LookupError(f"no call leads from {start} to {end}")


def counts_of(path: Walk) -> Counts:
    files = [file for file, _ in groupby(function.module.path for _, function in path.stays)]
    return Counts(len(path.stays), len(set(files)), len(files) - len(set(files)))


if __name__ == "__main__":
    result = walk()
    for depth, stay in result.stays:
        print(f"{'  ' * depth}{stay.module.path}:{stay.name}")
    print(counts_of(result))
