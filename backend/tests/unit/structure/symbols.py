"""Names of the repository and what syntax trees say they stand for: modules, classes, functions, types."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

NamedTree = ast.FunctionDef | ast.AsyncFunctionDef
PROPERTIES = {"property", "cached_property"}
TRANSPARENT = {"Annotated", "Final", "ClassVar", "Required"}
"""Subscripts whose first argument is the type."""


@dataclass(frozen=True)
class Function:
    module: "Module"
    node: NamedTree
    owner: "Class | None" = None

    @property
    def name(self) -> str:
        return f"{self.owner.node.name}.{self.node.name}" if self.owner else self.node.name

    @property
    def result(self) -> "Type | None":
        return Type(self.module, self.node.returns) if self.node.returns else None

    @property
    def is_property(self) -> bool:
        return any(ast.unparse(d).split(".")[-1] in PROPERTIES for d in self.node.decorator_list)


@dataclass(frozen=True)
class Class:
    module: "Module"
    node: ast.ClassDef

    @property
    def instance(self) -> "Type":
        return Type(self.module, ast.Name(self.node.name))

    def member(self, name: str) -> "Function | Type | None":
        """A method or the type of a field, its own or that of a base class."""
        for node in self.node.body:
            if isinstance(node, NamedTree) and node.name == name:
                return Function(self.module, node, self)
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name:
                return Type(self.module, node.annotation)
        bases = (self.module.value_of(base) for base in self.node.bases)
        return next((m for base in bases if isinstance(base, Class) and (m := base.member(name))), None)


@dataclass
class Type:
    """An annotation where it stands: the value that has it is an instance."""

    module: "Module"
    node: ast.expr

    @cached_property
    def class_(self) -> Class | None:
        """The class of the repository that it names, without `None` and wrappers; of a union the first."""
        node = self.node
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return Type(self.module, ast.parse(node.value, mode="eval").body).class_
        if isinstance(node, ast.BinOp):
            return Type(self.module, node.left).class_ or Type(self.module, node.right).class_
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).split(".")[-1] in TRANSPARENT:
            first = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
            return Type(self.module, first).class_
        value = self.module.value_of(node)
        if isinstance(value, Type):  # an alias of a type
            return value.class_
        return value if isinstance(value, Class) else None

    @property
    def items(self) -> "list[Type]":
        """The arguments of a generic type: those of `dict[str, Run]` are `str` and `Run`."""
        node = self.node
        if isinstance(node, ast.BinOp):
            return Type(self.module, node.left).items or Type(self.module, node.right).items
        if not isinstance(node, ast.Subscript):
            return []
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return [Type(self.module, part) for part in parts]


class Module:
    """One file: its functions, classes, imports and constants by name."""

    def __init__(self, repository: "Repository", name: str, path: Path, tree: ast.Module) -> None:
        self.repository, self.name, self.path, self.tree = repository, name, path, tree

    @cached_property
    def names(self) -> dict[str, ast.AST]:
        """Each name that the file binds, and the statement that does."""
        bound: dict[str, ast.AST] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                bound |= {alias.asname or alias.name: node for alias in node.names}
        for node in self.tree.body:
            if isinstance(node, NamedTree | ast.ClassDef):
                bound[node.name] = node
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                bound[node.targets[0].id] = node
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                bound[node.target.id] = node
        return bound

    def member(self, name: str) -> "Module | Class | Function | Type | str | None":
        match self.names.get(name):
            case ast.FunctionDef() | ast.AsyncFunctionDef() as node:
                return Function(self, node)
            case ast.ClassDef() as node:
                return Class(self, node)
            case ast.ImportFrom() as node:
                original = next(a.name for a in node.names if (a.asname or a.name) == name)
                return self.repository.member(f"{node.module}.{original}")
            case ast.Import() as node:
                original = next(a.name for a in node.names if (a.asname or a.name) == name)
                return self.repository.member(original)
            case ast.AnnAssign() as node:
                return Type(self, node.annotation)
            case ast.Assign(value=ast.Constant(value=str(text))):
                return text
            case ast.Assign(value=value):
                return self.value_of(value) or Type(self, value)
        return self.repository.member(f"{self.name}.{name}")

    def value_of(self, node: ast.expr) -> "Module | Class | Function | Type | str | None":
        """What a name or a chain of attributes stands for at the top of this file."""
        if isinstance(node, ast.Name):
            return self.member(node.id)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        if isinstance(node, ast.Attribute):
            owner = self.value_of(node.value)
            return owner.member(node.attr) if isinstance(owner, Module | Class) else None
        return None


class Repository:
    """The files of some folders, tests left out."""

    def __init__(self, root: Path, folders: tuple[str, ...]) -> None:
        self.root = root
        self.modules: dict[str, Module] = {}
        for path in sorted(p for folder in folders for p in (root / folder).rglob("*.py")):
            relative = path.relative_to(root)
            if "tests" not in relative.parts:
                name = ".".join(relative.with_suffix("").parts).removesuffix(".__init__")
                self.modules[name] = Module(self, name, relative, ast.parse(path.read_text("utf-8")))

    def member(self, name: str) -> "Module | Class | Function | Type | str | None":
        if name in self.modules:
            return self.modules[name]
        owner, _, attribute = name.rpartition(".")
        module = self.modules.get(owner)
        return module.member(attribute) if module and attribute in module.names else None

    @cached_property
    def tasks(self) -> dict[str, Function]:
        """Functions that are registered as Celery tasks (`app.task(function, name=…)`), by that name."""
        return dict(task for module in self.modules.values() for task in _tasks_of(module))


def _tasks_of(module: Module) -> Iterator[tuple[str, Function]]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "task":
            function = module.value_of(node.args[0]) if node.args else None
            name = next((module.value_of(k.value) for k in node.keywords if k.arg == "name"), None)
            if isinstance(function, Function) and isinstance(name, str):
                yield name, function
