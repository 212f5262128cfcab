"""One changed value of a host, and how it is put back. Pure."""

import json
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from pydantic import BaseModel, ValidationError

from agents.catalog.roles import SettingKind
from agents.contract.jobs import Setting

Key = tuple[SettingKind, str]
Same = Callable[[str, str], bool]
Standing = Literal["ours", "before", "foreign"]


class Place(NamedTuple):
    """Place of a value: it is gone with its boot, those of the network also with their namespace."""

    boot: str
    namespace: str


class Entry(BaseModel, frozen=True):
    """A value that was changed: `before` is what is put back, `ours` every value written since."""

    kind: SettingKind
    name: str
    before: str
    ours: tuple[str, ...]
    boot: str
    namespace: str

    @property
    def key(self) -> Key:
        return self.kind, self.name

    @property
    def setting(self) -> Setting:
        return Setting(kind=self.kind, name=self.name, value=self.ours[-1])


def note_change(earlier: Entry | None, setting: Setting, now: str, place: Place) -> Entry:
    """The entry for a change about to be made; a second change keeps what was there before the first."""
    if earlier:
        return earlier.model_copy(update={"ours": (*earlier.ours, setting.value)})
    return Entry(
        kind=setting.kind,
        name=setting.name,
        before=now,
        ours=(setting.value,),
        boot=place.boot,
        namespace=place.namespace,
    )


def standing(entry: Entry, now: str, is_same: Same) -> Standing:
    """Tell whose value is there. A killed agent may have left any of several that we wrote."""
    if is_same(now, entry.before):
        return "before"
    return "ours" if any(is_same(now, value) for value in entry.ours) else "foreign"


def line_of(entry: Entry) -> bytes:
    return json.dumps({"changed": entry.model_dump()}).encode() + b"\n"


def done_line(key: Key) -> bytes:
    return json.dumps({"done": list(key)}).encode() + b"\n"


class Folded(NamedTuple):
    entries: dict[Key, Entry]  # in the order of their first change
    damaged_lines: list[bytes]  # lines that make no sense: the last one after a power loss


def fold(lines: Iterable[bytes]) -> Folded:
    """Collect what the lines of a journal say is still changed. Only whole lines count."""
    entries: dict[Key, Entry] = {}
    damaged_lines: list[bytes] = []
    for line in lines:
        try:
            if not line.endswith(b"\n"):
                raise ValueError("the line was cut off")
            _apply(json.loads(line), entries)
        except (ValueError, KeyError, TypeError, ValidationError):
            damaged_lines.append(line)
    return Folded(entries, damaged_lines)


def _apply(record: dict[str, object], entries: dict[Key, Entry]) -> None:
    if "done" in record:
        kind, name = record["done"]  # pyright: ignore[reportGeneralTypeIssues]
        entries.pop((kind, name), None)
        return
    entry = Entry.model_validate(record["changed"])
    entries[entry.key] = entry
