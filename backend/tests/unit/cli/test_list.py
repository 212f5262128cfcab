"""What `dyno list` prints."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from typer.testing import CliRunner

from backend.cli.launching.follow import has_red_trust, verdict_style
from backend.cli.main import app
from backend.cli.results import list_experiments

EXPERIMENT = {
    "id": "1s9qgrh9b7a1xd",
    "created_at": "2026-11-27T11:03:00+00:00",
    "state": "finished",
    "name": "Night",
    "starred": False,
    "owner": None,
    "tags": [],
    "headline": {"sentence": "workers 2 raises throughput."},
    "progress": None,
}


def list_of(monkeypatch: pytest.MonkeyPatch, experiments: list[dict[str, Any]], *words: str) -> str:
    class Answers:
        def get(self, _path: str, **_query: str) -> list[dict[str, Any]]:
            return experiments

    @contextmanager
    def connect(*_: str) -> Iterator[Answers]:
        yield Answers()

    monkeypatch.setattr(list_experiments, "connect", connect)
    return CliRunner().invoke(app, ["list", *words]).output


def test_an_empty_record_asks_for_no_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "remove a word" not in list_of(monkeypatch, [])
    assert "remove a word" in list_of(monkeypatch, [], "nightly")


def test_tags_take_room_only_where_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "tags" not in list_of(monkeypatch, [EXPERIMENT])
    assert "nightly" in list_of(monkeypatch, [EXPERIMENT, {**EXPERIMENT, "tags": ["nightly"]}])


def test_a_line_in_a_pipe_is_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "pin cores raises throughput against none; " * 5
    long = {**EXPERIMENT, "name": "Night " * 20, "headline": {"sentence": sentence}}
    monkeypatch.setenv("COLUMNS", "60")
    title, result = list_of(monkeypatch, [long]).splitlines()
    assert title.startswith("1s9qgrh9b7a1xd  2026-11-27 ")
    assert result == f"    {sentence}"


@pytest.mark.parametrize(("level", "style"), [("green", "green"), ("red", "dim")])
def test_a_verdict_has_its_colour_only_where_it_is_trusted(level: str, style: str) -> None:
    experiment = {"headline": {"trust": {"level": level}}}
    assert verdict_style("better", has_red_trust(experiment)) == style
