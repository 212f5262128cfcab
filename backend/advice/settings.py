"""Settings that a variant changes against its baseline, and what takes them back. Pure."""

from collections.abc import Iterable

from agents.catalog.knobs import KNOBS
from backend.advice.nginx import Tree, every
from backend.advice.rule import Instead, Subject

_PREFIXES = ("nginx.", "listen.", "upstream.")


def changed_directives(subject: Subject, names: Iterable[str]) -> list[str]:
    """Directives among `names` that stand in the variant otherwise than in its baseline."""
    return [name for name in names if _changes(subject, name)]


def chosen_directives(subject: Subject, names: Iterable[str]) -> list[str]:
    """The same, and those of an nginx.conf that has no other to be compared with."""
    return [n for n in names if _changes(subject, n) or (subject.is_alone and any(every(subject.tree, n)))]


def changed_parameters(subject: Subject, names: Iterable[str], directive: str = "listen") -> list[str]:
    """Parameters of a directive, such as `deferred` or `backlog=8192`, by their names."""
    own_words = _parameters(subject.tree, directive)
    base_words = _parameters(subject.base_tree, directive)
    return [n for n in names if n in own_words and own_words[n] != base_words.get(n)]


def changed_knobs(subject: Subject, names: Iterable[str]) -> list[str]:
    """Knobs that the variant sets otherwise than its baseline: kernel settings, limits, interrupts."""
    return [n for n in names if n in subject.knobs and subject.knobs[n] != subject.base_knobs.get(n)]


def knob_of(directive: str) -> str:
    """The knob that renders a directive or a parameter; the word itself where there is none."""
    return next((p + directive for p in _PREFIXES if p + directive in KNOBS), directive)


def taken_back(subject: Subject, knobs: Iterable[str]) -> Instead | None:
    """The baseline's value for each knob; None where one of them is no knob, but stands in a text."""
    names = list(knobs)
    if any(name not in subject.knobs for name in names):
        return None
    return Instead({name: subject.base_knobs.get(name) for name in names})


def in_words(names: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def verb(names: list[str], singular: str, plural: str) -> str:
    return singular if len(names) == 1 else plural


def _changes(subject: Subject, name: str) -> bool:
    values = _values(subject.tree, name)
    return bool(values) and values != _values(subject.base_tree, name)


def _values(tree: Tree, name: str) -> list[tuple[str, ...]]:
    return sorted(args for args, _ in every(tree, name))


def _parameters(tree: Tree, directive: str) -> dict[str, str]:
    words = [word for args, _ in every(tree, directive) for word in args[1:]]
    return {word.partition("=")[0]: word for word in words}
