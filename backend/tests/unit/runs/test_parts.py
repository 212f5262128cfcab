from pathlib import Path

from backend.runs.parts import parts_of

FIXTURES = Path(__file__).parents[4] / "agents/tests/fixtures/loadtools"


def test_connect_processing_and_waiting_times_are_those_that_ab_printed():
    printed = (FIXTURES / "ab/keepalive_progress.txt").read_text()
    found = parts_of(printed)
    assert [row.part for row in found] == ["connect", "processing", "waiting", "total"]
    for row in found:
        line = next(line for line in printed.splitlines() if line.startswith(f"{row.part.title()}:"))
        figures = (row.min, row.mean, row.stdev, row.median, row.max)
        assert [1000 * (value or 0) for value in figures] == [float(word) for word in line.split()[1:]]


def test_other_tools_do_not_take_requests_apart():
    assert parts_of((FIXTURES / "wrk/tls.txt").read_text()) == []
    assert parts_of("") == []
