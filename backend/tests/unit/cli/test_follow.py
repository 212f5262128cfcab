"""What the terminal says below its table of deltas."""

from io import StringIO
from typing import Any, cast

from rich.console import Console

from backend.cli.client import Api
from backend.cli.launching.follow import print_deltas


class Deltas:
    """An API that knows the deltas of one experiment."""

    def __init__(self, *rows: dict[str, Any]) -> None:
        self.rows = rows

    def get(self, _path: str, **_query: Any) -> list[dict[str, Any]]:
        return list(self.rows)


def row(name: str, suspect_because: str | None) -> dict[str, Any]:
    return {
        "run_id": name,
        "name": name,
        "verdict": "same",
        "because": "",
        "limited": "",
        "reason": "",
        "control_alarm": None,
        "min_effect": 0.01,
        "far_rounds": [],
        "suspect": suspect_because is not None,
        "suspect_because": suspect_because,
    }


def print_text(*rows: dict[str, Any]) -> str:
    stream = StringIO()
    experiment = {"id": "e", "name": "e", "run_list": []}
    print_deltas(cast(Api, Deltas(*rows)), experiment, Console(file=stream, width=400))
    return stream.getvalue()


def test_a_suspicion_that_several_runs_share_is_said_once() -> None:
    busy = "other processes used {}% of the CPU on vm: {}"
    text = print_text(
        row("a", busy.format(85, "python 26%")),
        row("b", busy.format(91, "node 40%")),
        row("c", "Steal was 7%."),
        row("d", None),
    )
    assert "2 of 4 runs suspect, such as a: other processes used 85% of the CPU on vm: python 26%" in text
    assert "suspect: c: Steal was 7%." in text
    assert text.count("other processes") == 1
