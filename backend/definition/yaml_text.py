"""YAML in and out: plain data with the place of everything, with the types of YAML 1.2.

Only true and false are booleans, so that `off`, `no` and `none` stay text; keys are always text.
"""

import re
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from backend.definition.issues import MAX_ISSUES, DefinitionErrors, Path, place_of
from backend.errors import ProblemItem
from backend.fields import is_broken

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 20
_ODD_BREAKS = "\r\x85\u2028\u2029"
_LONG = 100  # characters; longer text is folded over lines
MAX_NODES = 40_000  # also counted with aliases followed, which repeat a small text many times over
_TAG = "tag:yaml.org,2002:"
_NULL = re.compile(r"(?:~|null|Null|NULL|)\Z")
_BOOL = re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z")
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})\Z")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]{1,3})?\Z")


class _Loader(yaml.SafeLoader):
    """Resolves only what YAML 1.2 has; no timestamps, no leading-zero octals, no merge keys."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._nodes = self._depth = 0

    def compose_node(self, parent: Node | None, index: Any) -> Node | None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise DefinitionErrors.at("", f"the definition has more than {MAX_NODES} values")
        self._depth += 1
        if self._depth > MAX_DEPTH + 1:  # the outermost map is no level
            raise _yaml_error(f"nested deeper than {MAX_DEPTH} levels", None, None)
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


class _Dumper(yaml.SafeDumper):
    """Quotes text that a reader of YAML 1.1 or 1.2 would take for something else, except on and off."""

    yaml_implicit_resolvers = {  # noqa: RUF012
        first: [entry for entry in entries if entry[0] != f"{_TAG}bool"]
        for first, entries in yaml.SafeDumper.yaml_implicit_resolvers.items()
    }

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


class Flow(dict[str, Any]):
    """A map to be written on one line."""


class FlowList(list[Any]):
    """A list to be written as one paragraph."""


for _class in (_Loader, _Dumper):
    _class.add_implicit_resolver(f"{_TAG}null", _NULL, ["~", "n", "N", ""])
    _class.add_implicit_resolver(f"{_TAG}bool", _BOOL, list("tTfF"))
    _class.add_implicit_resolver(f"{_TAG}int", _INT, list("-+0123456789"))
    _class.add_implicit_resolver(f"{_TAG}float", _FLOAT, list("-+0123456789."))


def _text(dumper: yaml.SafeDumper, text: str) -> ScalarNode:
    style = "|" if "\n" in text else ">" if len(text) > _LONG else None
    if any(c in text for c in _ODD_BREAKS):
        style = '"'  # quoted otherwise, they would be folded into a space
    return dumper.represent_scalar(f"{_TAG}str", text, style=style)


def _has_lines(data: Any) -> bool:
    """Text of several lines stays readable only in a block of its own."""
    if isinstance(data, dict):
        return any(_has_lines(value) for value in data.values())
    return isinstance(data, str) and "\n" in data


_Dumper.add_representer(str, _text)
_Dumper.add_representer(
    Flow, lambda dumper, data: dumper.represent_mapping(f"{_TAG}map", data, not _has_lines(data))
)

_Dumper.add_representer(
    FlowList, lambda dumper, data: dumper.represent_sequence(f"{_TAG}seq", data, flow_style=True)
)


def dump(data: dict[str, Any]) -> str:
    return yaml.dump(
        data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, default_flow_style=False, width=110
    )


def load(text: str) -> tuple[Any, dict[Path, tuple[int, int]]]:
    """Plain data and the marks of its places; DefinitionErrors names line and column of bad YAML."""
    data, marks, problems = read(text)
    if problems:
        raise DefinitionErrors(problems)
    return data, marks


def read(text: str) -> tuple[Any, dict[Path, tuple[int, int]], list[ProblemItem]]:
    """Plain data, the marks of its places, and what is left out: a repeated key, a value of another type.

    DefinitionErrors where no data can be read.
    """
    check_size(len(text.encode(errors="replace")))
    try:
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = ", ".join(filter(None, (error.context, error.problem)))
        raise _yaml_error(
            message, mark.line + 1 if mark else None, mark.column + 1 if mark else None
        ) from None
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        column = error.position - (before.rfind("\n") + 1) + 1
        raise _yaml_error("a character that YAML does not allow", before.count("\n") + 1, column) from None
    except (ValueError, OverflowError):
        raise _yaml_error("an escape such as \\U00110000, which is no character", None, None) from None
    if node is None:
        raise DefinitionErrors.at("", "the definition is empty")
    walk = _Walk()
    data = walk.value(node, ())
    return data, walk.marks, walk.problems


def check_size(size: int) -> None:
    if size > MAX_BYTES:
        size_text = f"{size / 1024**2:.1f} MiB" if size >= 1024**2 else f"{size / 1024:.0f} KiB"
        text = f"the definition is {size_text} long; at most {MAX_BYTES // 1024} KiB are read"
        raise DefinitionErrors.at("", text)


def _yaml_error(message: str, line: int | None, column: int | None) -> DefinitionErrors:
    place = f"line {line}, column {column}: " if line else ""
    return DefinitionErrors.at("", f"not valid YAML: {place}{message}", line, column)


class _Walk:
    """One pass over the composed nodes: data, marks, duplicate keys."""

    def __init__(self) -> None:
        self.marks: dict[Path, tuple[int, int]] = {}
        self.problems: list[ProblemItem] = []
        self._nodes = 0

    def value(self, node: Node, path: Path) -> Any:
        self._nodes += 1
        mark = (node.start_mark.line + 1, node.start_mark.column + 1)
        self.marks.setdefault(path, mark)
        if len(path) > MAX_DEPTH or self._nodes > MAX_NODES:
            deep = len(path) > MAX_DEPTH
            fault = (
                f"is nested deeper than {MAX_DEPTH} levels" if deep else f"has more than {MAX_NODES} values"
            )
            raise DefinitionErrors.at("", f"the definition {fault} once aliases are followed", *mark)
        if isinstance(node, MappingNode):
            return self._mapping(node, path)
        if isinstance(node, SequenceNode):
            return [self.value(child, (*path, i)) for i, child in enumerate(node.value)]
        return self._scalar(node, path, mark)

    def _mapping(self, node: MappingNode, path: Path) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key, child in node.value:
            mark = (key.start_mark.line + 1, key.start_mark.column + 1)
            if not isinstance(key, ScalarNode):
                self._add(path, "a key must be text", mark)
                continue
            name = self._text(key.value, path, mark)
            inner = (*path, name)
            if name in data:
                first = self.marks[inner][0]
                text = f"the key “{name}” was already given on line {first}"
                self._add(inner, text, mark)
                continue
            self.marks[inner] = mark
            data[name] = self.value(child, inner)
        return data

    def _add(self, path: Path, text: str, mark: tuple[int, int]) -> None:
        if len(self.problems) < MAX_ISSUES:
            line, column = mark
            self.problems.append(ProblemItem(place=place_of(path), message=text, line=line, column=column))

    def _text(self, text: str, path: Path, mark: tuple[int, int]) -> str:
        if is_broken(text):
            self._add(path, "has half of a character", mark)
            return ""
        return text

    def _scalar(self, node: Node, path: Path, mark: tuple[int, int]) -> Any:
        match node.tag.removeprefix(_TAG):
            case "str":
                return self._text(node.value, path, mark)
            case "null":
                return None
            case "bool":
                return node.value.lower() == "true"
            case "int" if _INT.fullmatch(node.value):
                return int(node.value)
            case "float" if _FLOAT.fullmatch(node.value):
                return float(node.value)
            case kind:
                self._add(path, f"values of the type {kind[:40]} are not accepted", mark)
                return None
