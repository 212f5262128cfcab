"""From what a rule proposes to edits of the definition, at the places where they help. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from agents.catalog.knobs.values import value_text
from backend.advice.rule import Hit, Instead, Subject
from backend.advice.schemas import ChangeOut
from backend.definition.issues import Path
from backend.definition.model import Definition

_IN_CONF = ("nginx.", "listen.", "upstream.", "tls.")
_WHOLE = "nginx.conf"


def text_of(instead: Instead) -> str:
    """As it is written in a definition: `nginx.worker_processes: 1`, `workloads: threads: 2`."""
    parts = [f"{name}: {_write_value(value)}" for name, value in instead.knobs.items()]
    parts += [
        f"{name} of the workload: {_plain(value)}"
        for name, value in instead.workload.items()
        if value is not None
    ]
    parts += [
        f"{name}: {_plain(value[-1] if name == 'variants' else value)}"
        for name, value in instead.plan.items()
    ]
    return "\n".join(parts)


def _write_value(value: Any) -> str:
    return "not set" if value is None else value_text(value)


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {_plain(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def changes_of(subject: Subject, hit: Hit, at_fault: str | None) -> list[ChangeOut]:
    """Edits for this subject; none where a text of the user's own says it, or a level of a grid."""
    if hit.instead is None:
        return []
    changes = [_change((*subject.workload_at, field), value) for field, value in hit.instead.workload.items()]
    changes += [_change((name,), value) for name, value in hit.instead.plan.items()]
    for name, value in hit.instead.knobs.items():
        path = _path(subject, name, hit.knob)
        if path is None or _is_text(subject, name, hit.knob, at_fault):
            return []  # half of a proposal is none
        changes.append(_change(path, value))
    return changes


def _change(path: Path, value: Any) -> ChangeOut:
    return ChangeOut(path=list(path), value=value)


def _path(subject: Subject, name: str, hit_knob: str | None) -> Path | None:
    if subject.at[:1] == ("variants",):
        return (*subject.at, "set", name)
    place = subject.places.get(name)
    if place is not None:
        return place if place[:1] == ("set",) else None  # a level says what its name says
    beside = subject.places.get(hit_knob or "", ("set", ""))
    return (*beside[:-1], name)


def _is_text(subject: Subject, name: str, hit_knob: str | None, at_fault: str | None) -> bool:
    """Whether nginx would not read the knob, or read it twice: the user's own text has its directive."""
    if not name.startswith(_IN_CONF):
        return False
    return _WHOLE in subject.knobs or (name == hit_knob and at_fault != hit_knob)


def join_changes(definition: Definition, change_lists: Iterable[Sequence[ChangeOut]]) -> list[ChangeOut]:
    """The edits of several variants as few as they can be: shared by all, or inherited from one."""
    lists = list(change_lists)
    if not all(lists):
        return []  # what cannot be changed for one of them is left to the user
    change_by_place = {(*change.path, str(change.value)): change for changes in lists for change in changes}
    return list(_without_heirs(definition, list(change_by_place.values())))


def _without_heirs(definition: Definition, changes: list[ChangeOut]) -> Iterator[ChangeOut]:
    names = [variant.name for variant in definition.variants]
    of_variants = [c for c in changes if _is_knob_of_variant(c)]
    shared_knobs: set[str] = set()
    for change in changes:
        if not _is_knob_of_variant(change):
            yield change
            continue
        knob, value = str(change.path[3]), change.value
        same_variants = {c.path[1] for c in of_variants if c.path[3] == knob and c.value == value}
        if _is_shared(definition, knob, same_variants):
            if knob not in shared_knobs:
                yield _change(("set", knob), value)
            shared_knobs.add(knob)
            continue
        variant = definition.variants[int(change.path[1])]
        parent = names.index(variant.parent) if variant.parent else None
        if parent not in same_variants or knob in variant.knobs:
            yield change


def _is_knob_of_variant(change: ChangeOut) -> bool:
    return change.path[0] == "variants" and len(change.path) > 1


def _is_shared(definition: Definition, knob: str, variants: set[Any]) -> bool:
    """All variants take the knob from what they share, and all are to change alike."""
    return (
        knob in definition.knobs
        and len(variants) == len(definition.variants)
        and not any(knob in variant.knobs for variant in definition.variants)
    )
