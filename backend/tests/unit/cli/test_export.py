"""What `dyno export` refuses before it asks for a file."""

from typing import cast

import pytest
from typer.testing import CliRunner

from backend.cli.client import Api, ApiProblem
from backend.cli.main import app
from backend.cli.results import export


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-f", "json", "--rows", "runs"], "--rows is of csv"),
        (["-o", "a.md", "--raw"], "--raw of json"),
        (["--metric", "latency_p99"], "--metric is for --rows runs and steps"),
        (["--rows", "runs", "--metric", "p99"], "there is no metric “p99”; there is: requests_per_s"),
        (["-f", "csv", "--chart", "delta"], "--chart needs --format png or svg"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(words: list[str], message: str) -> None:
    result = CliRunner().invoke(app, ["export", "e", *words])
    assert (result.exit_code, message in result.stderr) == (2, True)


def test_a_chart_that_there_is_not_is_answered_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "look_up", lambda _api, _id: ("run", {}))
    with pytest.raises(ApiProblem, match="has no chart “grid”: the charts of its kind are trials, percent"):
        export._path(cast(Api, None), "r", "png", "grid")
    assert export._path(cast(Api, None), "r", "png", None) == "/runs/r/charts/trials.png"
