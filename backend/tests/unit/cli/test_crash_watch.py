"""What is a crash loop, by what supervisord says at each look."""

from pathlib import Path

import pytest

from backend.cli.embedded.crash_watch import MIN_ENDS, STEADY_S, CrashWatch
from backend.cli.embedded.layout import Layout
from backend.cli.embedded.supervision import Part
from backend.health import crash_loops


def part(ended: int, ran_s: int = 0) -> Part:
    return Part("agent-load", "level20", "RUNNING" if ran_s else "BACKOFF", 7, ended, ran_s)


class Loop:
    """A part that ends; `line` is what its log says then."""

    def __init__(self, data: Path) -> None:
        self.layout = Layout(data)
        for folder in (self.layout.logs, self.layout.run):
            folder.mkdir()
        self.watch, self.now = CrashWatch(self.layout), 1000
        self.watch.look([part(0)])

    def end(self, line: str, after_s: int = 5) -> list[str]:
        self.now += after_s
        self.layout.log("agent-load").write_text(f"earlier\n{line}\n")
        return self.watch.look([part(self.now)])

    def run(self, ran_s: int) -> list[str]:
        return self.watch.look([part(self.now, ran_s)])

    def noted(self) -> list[tuple[str, int, str]]:
        loops = crash_loops.read(self.layout.root)
        return [(loop.part, loop.count, loop.last_line) for loop in loops]


@pytest.fixture
def loop(tmp_path: Path) -> Loop:
    return Loop(tmp_path)


def test_three_ends_for_one_reason_are_said_once_and_noted_with_the_last_line(loop: Loop) -> None:
    assert loop.end("pid 11: no token") + loop.end("pid 12: no token") == []
    assert loop.noted() == []
    [line] = loop.end("pid 13: no token")
    assert line.startswith("agent-load ended 3 times in a row. Its log ends with “pid 13: no token”. It")
    assert str(loop.layout.log("agent-load")) in line
    assert loop.end("pid 14: no token") == []
    assert loop.noted() == [("agent-load", 4, "pid 14: no token")]


def test_a_log_cannot_write_to_the_terminal(loop: Loop) -> None:
    """A program under test may log whatever a stranger sent it."""
    lines = [line for _ in range(MIN_ENDS) for line in loop.end("\x1b]0;owned\x07\x1b[2Jno token\x9b31m")]
    assert [line for line in lines if not line.isprintable()] == []
    assert loop.noted() == [("agent-load", MIN_ENDS, "]0;owned[2Jno token31m")]


def test_one_end_that_is_looked_at_again_is_one(loop: Loop) -> None:
    loop.end("no token")
    for _ in range(MIN_ENDS):
        assert loop.run(1) == []
    assert loop.noted() == []


@pytest.mark.parametrize("third", [{"line": "another reason"}, {"line": "no token", "after_s": STEADY_S}])
def test_another_reason_or_a_steady_run_begins_to_count_anew(loop: Loop, third: dict[str, object]) -> None:
    loop.end("no token")
    loop.end("no token")
    loop.end(**third)  # pyright: ignore[reportArgumentType]
    assert loop.noted() == []


def test_it_is_over_once_the_part_has_run_for_a_while(loop: Loop) -> None:
    for _ in range(MIN_ENDS):
        loop.end("no token")
    assert loop.run(STEADY_S - 1) == []
    assert loop.watch.names() == ["agent-load"]
    assert loop.run(STEADY_S) == ["agent-load runs again"]
    assert loop.noted() == []


def test_a_full_disk_and_a_damaged_note_are_no_trouble(loop: Loop) -> None:
    loop.layout.run.joinpath("crash-loops.json").write_text("{")
    assert crash_loops.read(loop.layout.root) == []
    loop.layout.run.joinpath("crash-loops.new").mkdir()
    for _ in range(MIN_ENDS):
        loop.end("no token")
    assert loop.watch.names() == ["agent-load"]
