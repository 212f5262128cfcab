"""What expressions of a function evaluate to, as far as annotations say, and in which order parts run."""

import ast
from collections.abc import Iterator

from backend.tests.unit.structure.symbols import Class, Function, Module, Type

Known = Module | Class | Function | Type | str | None


class Scope:
    """The local names of a function and their types; other names are those of its file."""

    def __init__(self, function: Function) -> None:
        self.module = function.module
        self.locals: dict[str, Known] = {}
        arguments = function.node.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if argument.annotation is not None:
                self.locals[argument.arg] = Type(self.module, argument.annotation)
        if function.owner is not None and arguments.args:
            self.locals[arguments.args[0].arg] = function.owner.instance

    def bind_names_of(self, node: ast.AST) -> None:
        """Note the types of the names that an assignment, a loop or a comprehension binds."""
        match node:
            case ast.Assign(targets=[target], value=value) | ast.NamedExpr(target=target, value=value):
                self._bind(target, self.value_of(value))
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                self.locals[name] = Type(self.module, annotation)
            case ast.For(target=target, iter=iterable) | ast.comprehension(target=target, iter=iterable):
                self._bind(target, item_of(self.value_of(iterable)))

    def _bind(self, target: ast.expr, value: Known) -> None:
        if isinstance(target, ast.Name):
            self.locals[target.id] = value
        elif isinstance(target, ast.Tuple):
            parts = value.items if isinstance(value, Type) else []
            for name, part in zip(target.elts, parts, strict=False):
                self._bind(name, part)

    def member(self, node: ast.expr) -> Known:
        """What a name or an attribute stands for: a property itself, where `value_of` has its result."""
        match node:
            case ast.Name(id=name):
                return self.locals[name] if name in self.locals else self.module.member(name)
            case ast.Attribute(value=owner, attr=name):
                value = self.value_of(owner)
                value = value.class_ if isinstance(value, Type) else value
                return value.member(name) if isinstance(value, Module | Class) else None
            case ast.Constant(value=str(text)):
                return text
        return None

    def value_of(self, node: ast.expr) -> Known:
        match node:
            case ast.Name() | ast.Attribute():
                value = self.member(node)
                return value.result if isinstance(value, Function) and value.is_property else value
            case ast.Call(func=func, args=arguments):
                return self._result_of(func, arguments)
            case ast.Constant():
                return self.member(node)
            case ast.Subscript(value=owner):
                value = self.value_of(owner)
                return value.items[-1] if isinstance(value, Type) and value.items else None
            case ast.ListComp(elt=element) | ast.GeneratorExp(elt=element) | ast.SetComp(elt=element):
                return collection_of(self.value_of(element))
            case ast.IfExp(body=first, orelse=second) | ast.BoolOp(values=[first, second]):
                return self.value_of(first) or self.value_of(second)
            case ast.NamedExpr(value=value) | ast.Await(value=value):
                return self.value_of(value)
        return None

    def _result_of(self, func: ast.expr, arguments: list[ast.expr]) -> Known:
        callee = self.member(func)
        match callee, func:
            case Function(), _:
                return callee.result
            case Class(), _:
                return callee.instance
            case None, ast.Name(id="next" | "min" | "max") if arguments:
                return item_of(self.value_of(arguments[0]))
            case None, ast.Name(id="list" | "tuple" | "sorted" | "reversed" | "set") if arguments:
                return self.value_of(arguments[0])
            case None, ast.Attribute(value=owner, attr="values" | "items" | "get" | "setdefault" as method):
                mapping = self.value_of(owner)
                if isinstance(mapping, Type) and len(mapping.items) == 2:
                    return _from_mapping(mapping, method)
        return None


def _from_mapping(mapping: Type, method: str) -> Known:
    key, value = mapping.items
    if method == "values":
        return collection_of(value)
    if method == "items":
        pair = ast.Subscript(ast.Name("tuple"), ast.Tuple([key.node, value.node]))
        return collection_of(Type(mapping.module, pair))
    return value


def collection_of(value: Known) -> Known:
    return (
        Type(value.module, ast.Subscript(ast.Name("list"), value.node)) if isinstance(value, Type) else None
    )


def item_of(value: Known) -> Known:
    """What a loop over a collection gives; of a mapping its keys."""
    return value.items[0] if isinstance(value, Type) and value.items else None


def parts_in_order(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node in the order in which they run; annotations, patterns and errors are left out."""
    match node:
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            yield from (*node.generators, node.elt)
        case ast.DictComp():
            yield from (*node.generators, node.key, node.value)
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
            yield from [node.value] if node.value else []
        case ast.arg() | ast.pattern() | ast.Raise() | ast.ExceptHandler():
            return
        case _:
            yield from ast.iter_child_nodes(node)
