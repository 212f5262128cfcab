"""What `make test` says of the times of tests, and what it repeats at the end."""

from pathlib import Path

import pytest

from e2e.stages.__main__ import closing_lines
from e2e.stages.durations import Case, over_budget, read, slowest

BUDGETS = {"long.py": 60.0, "short.py": 10.0}


def cases(**seconds: float) -> list[Case]:
    return [Case("unit", f"{file}.py", "test", took) for file, took in seconds.items()]


@pytest.mark.parametrize("pace", [1.0, 20.0])
def test_a_file_far_beyond_its_share_is_named_on_a_quiet_machine_and_on_a_busy_one(pace: float) -> None:
    usual = cases(long=60 * pace, short=10 * pace, other=2 * pace)
    assert over_budget(usual, BUDGETS) == []
    (line,) = over_budget(cases(long=60 * pace, short=100 * pace, other=2 * pace), BUDGETS)
    assert "short.py: 10 s" in line
    (line,) = over_budget(cases(long=60 * pace, short=10 * pace, other=20 * pace), BUDGETS)
    assert "other.py: 5 s" in line


def test_the_longest_come_first() -> None:
    lines = slowest(cases(short=1, long=3, other=2))
    assert [line.split()[2] for line in lines] == ["long.py", "other.py", "short.py"]


def test_results_of_each_runner_name_their_files(tmp_path: Path) -> None:
    suite = (
        "<testsuites><testsuite name='s'><testcase {} name='it works' time='1.5'/></testsuite></testsuites>"
    )
    for stage, words, file in (
        ("unit", "classname='a.test_b' file='a/test_b.py'", "a/test_b.py"),
        ("frontend", "classname='src/b.test.ts'", "frontend/src/b.test.ts"),
        ("e2e", "classname='grid.spec.ts'", "e2e/scenarios/grid.spec.ts"),
    ):
        (tmp_path / f"{stage}.xml").write_text(suite.format(words))
        assert read(tmp_path / f"{stage}.xml") == [Case(stage, file, "it works", 1.5)]


@pytest.mark.parametrize(
    ("output", "lines"),
    [
        ("..\n1 failed, 6583 passed in 389.52s (0:06:29)\n", ["1 failed, 6583 passed in 389.52s (0:06:29)"]),
        (
            "\x1b[2m      Tests \x1b[22m \x1b[32m555 passed\x1b[39m (555)\n   Duration  80 s\n",
            ["Tests  555 passed (555)"],
        ),
        ("  2 skipped\n  62 passed (6.1m)\n", ["2 skipped", "62 passed (6.1m)"]),
    ],
)
def test_closing_lines_of_the_runners_are_repeated(output: str, lines: list[str]) -> None:
    assert closing_lines(output) == lines
