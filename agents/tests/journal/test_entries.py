"""What the journal's lines mean, without a disk."""

import pytest

from agents.contract.jobs import Setting
from agents.journal.entry import Entry, Place, done_line, fold, line_of, note_change, standing

HERE = Place("boot", "net:[1]")


def setting(value: str, name: str = "net.core.somaxconn") -> Setting:
    return Setting(kind="sysctl", name=name, value=value)


def entry(*ours: str, before: str = "128", name: str = "net.core.somaxconn") -> Entry:
    return Entry(kind="sysctl", name=name, before=before, ours=ours, boot="boot", namespace="net:[1]")


def test_a_second_change_keeps_what_was_there_before_the_first() -> None:
    first = note_change(None, setting("1024"), "128", HERE)
    second = note_change(first, setting("4096"), "1024", HERE)
    assert (second.before, second.ours) == ("128", ("1024", "4096"))
    assert second.setting == setting("4096")


@pytest.mark.parametrize(
    ("now", "whose"), [("128", "before"), ("1024", "ours"), ("4096", "ours"), ("9", "foreign")]
)
def test_whose_value_is_there(now: str, whose: str) -> None:
    # 1024: killed between noting the second change and making it
    assert standing(entry("1024", "4096"), now, str.__eq__) == whose


def test_what_was_set_back_to_the_value_before_is_done() -> None:
    assert standing(entry("1024", "128"), "128", str.__eq__) == "before"


def test_lines_fold_to_what_is_still_changed() -> None:
    a, b = entry("1"), entry("2", name="vm.swappiness")
    lines = [line_of(a), line_of(b), line_of(entry("1", "3")), done_line(b.key)]
    assert fold(lines) == ({a.key: entry("1", "3")}, [])
    assert list(fold([line_of(a), line_of(b), line_of(entry("1", "3"))]).entries) == [a.key, b.key]


@pytest.mark.parametrize("cut", [1, 20, -2, -1])
def test_only_whole_lines_count(cut: int) -> None:
    torn = line_of(entry("2", name="vm.swappiness"))[:cut]
    entries, damaged = fold([line_of(entry("1")), torn])
    assert list(entries) == [entry("1").key]
    assert damaged == [torn]


@pytest.mark.parametrize(
    "line",
    [b"\0\0\0\0\n", b"7\n", b"[]\n", b"{}\n", b'{"done": 1}\n', b'{"done": ["x"]}\n', b'{"changed": {}}\n'],
)
def test_nonsense_in_the_middle_hides_nothing(line: bytes) -> None:
    entries, damaged = fold([line_of(entry("1")), line, line_of(entry("2", name="vm.swappiness"))])
    assert len(entries) == 2
    assert damaged == [line]
