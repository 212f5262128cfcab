"""What of a definition reaches into a host, and so needs the right “hosts” besides the role.

Raw nginx text, settings of the host itself, and targets; everything else stays within the servers and the
load tools that Dynoboard starts.
"""

from collections.abc import Callable, Iterator

from agents.catalog.knobs import Value, find_knob
from agents.catalog.server_names import TEXT
from backend.definition.issues import Issue, Path, locate, place_of
from backend.definition.model import Definition, KnobMap
from backend.errors import ProblemItem
from backend.identity.principal import Principal

TARGET = "origin.address"


def missing_rights(definition: Definition, principal: Principal) -> list[ProblemItem]:
    """Each field that reaches into a host, where whoever asks may not do that."""
    if principal.can_reach_hosts:
        return []
    return [
        ProblemItem(place=issue.place, message=issue.message)
        for issue in locate(find_host_access(definition), {})
    ]


def refused_unread(principal: Principal) -> Callable[[Definition], list[Issue]]:
    """Find what this person may not do in a definition with nginx text, which is then not checked."""

    def refuse(definition: Definition) -> list[Issue]:
        if principal.can_reach_hosts:
            return []
        issues = list(find_host_access(definition))
        return issues if any(is_text for _, _, is_text in host_access_of(definition)) else []

    return refuse


def find_host_access(definition: Definition) -> Iterator[Issue]:
    """Each field that does, with the reason."""
    for path, knobs in _maps(definition):
        for name, value in knobs.items():
            if value is not None and (subject := _subject_of(name)):
                yield (*path, name), f"{subject} needs the right “hosts”; an admin gives it on People"


def host_access_of(definition: Definition) -> Iterator[tuple[str, Value, bool]]:
    """Place, value, and whether it is nginx text, of each such field."""
    for path, knobs in _maps(definition):
        for name, value in knobs.items():
            if value is not None and _subject_of(name):
                knob = find_knob(name)
                yield place_of((*path, name)), value, knob is not None and knob.family == "raw"


def _maps(definition: Definition) -> Iterator[tuple[Path, KnobMap]]:
    yield ("set",), definition.knobs
    for factor, levels in definition.factors.items():
        for level, knobs in levels.items():
            yield ("factors", factor, level), knobs
    for number, variant in enumerate(definition.variants):
        yield ("variants", number, "set"), variant.knobs


def _subject_of(name: str) -> str:
    knob = find_knob(name)
    if name == TARGET:
        return "a server of your own as the target"
    if knob is None or not (knob.setting or knob.family == "raw"):
        return ""
    if name == TEXT:
        return "a server's text of your own"
    return "nginx text of your own" if knob.family == "raw" else "a setting of the host"
