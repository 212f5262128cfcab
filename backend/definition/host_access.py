"""What of a definition reaches into a host, and so needs the right “hosts” besides the role. Pure.

Raw nginx text, settings of the host itself, and targets; everything else stays within the servers and the
load tools that Dynoboard starts.
"""

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from agents.catalog.knobs import Knob, Value, find_knob
from agents.catalog.server_names import TEXT
from backend.definition.issues import Issue, Path, locate, place_of
from backend.definition.model import Definition, KnobMap
from backend.errors import ProblemItem

TARGET = "origin.address"


class HostAccess(NamedTuple):
    """A field that reaches into a host."""

    path: Path
    value: Value
    subject: str
    is_text: bool  # a server's own

    @property
    def issue(self) -> Issue:
        advice = "an admin gives it on People, and an API token needs it as its scope"
        return self.path, f"{self.subject} needs the right “hosts”; {advice}"


def host_access_of(definition: Definition) -> Iterator[HostAccess]:
    """Each field that does."""
    for path, knobs in _maps(definition):
        for name, value in knobs.items():
            knob = find_knob(name)
            if value is not None and knob is not None and (subject := _subject_of(knob)):
                yield HostAccess((*path, name), value, subject, knob.family == "raw")


def _subject_of(knob: Knob) -> str:
    if knob.name == TARGET:
        return "a server of your own as the target"
    if knob.name == TEXT:
        return "a server's text of your own"
    if knob.family == "raw":
        return "nginx text of your own"
    return "a setting of the host" if knob.setting else ""


def missing_rights(definition: Definition, can_reach_hosts: bool) -> list[ProblemItem]:
    """List each field that reaches into a host, where whoever asks may not do that."""
    return [] if can_reach_hosts else locate((field.issue for field in host_access_of(definition)), {})


def digest_access(definition: Definition) -> dict[str, Value]:
    """Place → value of each such field, for the audit log; texts as their SHA-256."""
    return {
        place_of(path): hashlib.sha256(str(value).encode()).hexdigest() if is_text else value
        for path, value, _, is_text in host_access_of(definition)
    }


def _maps(definition: Definition) -> Iterator[tuple[Path, KnobMap]]:
    yield ("set",), definition.knobs
    for factor, levels in definition.factors.items():
        for level, knobs in levels.items():
            yield ("factors", factor, level), knobs
    for number, variant in enumerate(definition.variants):
        yield ("variants", number, "set"), variant.knobs
