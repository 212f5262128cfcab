"""ARCHITECTURE.md is short, and what it says of terms, rooms and states agrees with the code."""

import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

import pytest

from agents.contract.states import ExperimentState, HostCondition, JobState, RunState, TrialState

ROOT = Path(__file__).parents[4]
TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
MAX_LINES, MAX_TERMS = 250, 45
STATES = {
    "experiment": ExperimentState,
    "run": RunState,
    "trial": TrialState,
    "job": JobState,
    "host": HostCondition,
}


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """The cells of a section's table, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def rooms() -> Iterator[Path]:
    """The folders named in the table of rooms. A bold name is the top of those below it."""
    top = ROOT
    for cell, _ in rows("Rooms"):
        for name in re.findall(r"`([\w/.-]+)`", cell):
            if name == "*.py":
                continue
            if f"**`{name}`**" in cell:
                top = ROOT / name
                yield top
            else:
                yield top / name if (top / name).exists() else ROOT / name


def test_it_is_short():
    assert len(TEXT.splitlines()) <= MAX_LINES


def test_the_glossary_is_short_and_has_each_term_once():
    terms = [term for row in rows("Words") for term in row[0].split(", ")]
    assert len(rows("Words")) <= MAX_TERMS
    assert len(terms) == len(set(terms))


def test_every_room_exists():
    missing = [str(room.relative_to(ROOT)) for room in rooms() if not room.is_dir()]
    assert not missing


@pytest.mark.parametrize("thing", STATES)
def test_the_states_are_those_of_the_contract(thing: str):
    states: type[StrEnum] = STATES[thing]
    line = re.search(rf"^{thing} +(.+)$", section("States"), re.MULTILINE)
    assert line is not None
    words = re.findall(r"[a-z_]+", re.sub(r"\(.*?\)", "", line[1]))
    assert set(words) - {thing} == {str(state) for state in states}
