"""Sorting the list of experiments by its figures, page by page, and what is refused."""

from datetime import timedelta

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete, select, text, update
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.analysis import stored_headlines
from backend.ids import made_at
from backend.records.experiments import Experiment
from backend.records.testbeds import Testbed
from backend.tests.db import builders

LIST = "/api/v1/experiments"


def _measured(
    session: Session, bed: Testbed, name: str, factor: float, seconds: float = 60.0, age: int = 0
) -> Experiment:
    """An experiment whose candidate has `factor` times the baseline's throughput, and 1/factor of its p99."""
    start = builders.START - timedelta(days=age)
    experiment = builders.experiment(
        session,
        bed,
        name=name,
        created_at=start,
        started_at=start,
        finished_at=start + timedelta(seconds=seconds),
    )
    baseline = builders.run(session, experiment, 0, "default", is_baseline=True)
    candidate = builders.run(session, experiment, 1, "tuned", knobs={"nginx.worker_processes": 2})
    for number in range(1, 9):
        noise = 1 + 0.001 * (number % 3)
        for run, size in ((baseline, noise), (candidate, factor * (noise + 0.001))):
            builders.trial(session, run, number, {"requests_per_s": 1000 * size, "latency_p99": 0.01 / size})
    stored_headlines.keep(session, experiment)
    return experiment


@pytest.fixture
def names(session: Session) -> list[str]:
    """Three measured experiments, a failed one and a queued one, the oldest first."""
    bed = builders.a_testbed(session)
    _measured(session, bed, "slower", 0.7, 300.0, age=5)
    _measured(session, bed, "Faster", 1.5, 60.0, age=4)
    _measured(session, bed, "equal", 1.0, 120.0, age=3)
    failed_experiment = builders.experiment(
        session, bed, ExperimentState.FAILED, name="broken", created_at=builders.START - timedelta(days=2)
    )
    stored_headlines.keep(session, failed_experiment)
    at = builders.START - timedelta(days=1)
    builders.experiment(
        session, bed, ExperimentState.QUEUED, name="waiting", started_at=None, created_at=at, finished_at=None
    )
    session.commit()
    return ["slower", "Faster", "equal", "broken", "waiting"]


def _sorted_names(client: TestClient, **params: str | int) -> list[str]:
    response = client.get(LIST, params=params)
    assert response.status_code == 200, response.text
    return [row["name"] for row in response.json()]


@pytest.mark.parametrize(
    ("column", "largest_first", "smallest_first"),
    [
        ("change", ["Faster", "equal", "slower"], ["slower", "equal", "Faster"]),
        ("p99", ["slower", "equal", "Faster"], ["Faster", "equal", "slower"]),
        ("minutes", ["slower", "equal", "Faster", "broken"], ["broken", "Faster", "equal", "slower"]),
        ("verdict", ["Faster", "slower", "equal"], ["equal", "slower", "Faster"]),
    ],
)
def test_a_list_is_sorted_by_a_figure_and_rows_without_it_are_last(
    client: TestClient, names: list[str], column: str, largest_first: list[str], smallest_first: list[str]
) -> None:
    for order, expected in (("desc", largest_first), ("asc", smallest_first)):
        sorted_names = _sorted_names(client, sort=column, order=order)
        assert sorted_names[: len(expected)] == expected
        assert sorted(sorted_names) == sorted(names)


def test_the_least_trusted_results_are_first_and_equal_ones_by_time(
    session: Session, client: TestClient, names: list[str]
) -> None:
    """Levels are written as they are stored; a queued experiment has none."""
    levels = {"slower": "red", "Faster": "green", "equal": "red", "broken": "amber"}
    for experiment in session.scalars(select(Experiment).where(Experiment.name.in_(levels))):
        level = levels[experiment.name]
        experiment.headline = (experiment.headline or {}) | {"trust": {"level": level, "reasons": []}}
    session.commit()
    assert _sorted_names(client, sort="trust", order="desc") == [
        "equal",
        "slower",
        "broken",
        "Faster",
        names[-1],
    ]
    assert _sorted_names(client, sort="trust", order="asc") == [
        "Faster",
        "broken",
        "slower",
        "equal",
        names[-1],
    ]


def test_names_are_sorted_without_their_case_and_time_in_both_directions(
    client: TestClient, names: list[str]
) -> None:
    assert _sorted_names(client, sort="name", order="asc") == sorted(names, key=str.lower)
    assert _sorted_names(client) == names[::-1]
    assert _sorted_names(client, sort="when", order="asc") == names


@pytest.mark.parametrize(
    "column",
    [
        "when",
        "change",
        *(
            pytest.param(c, marks=pytest.mark.exhaustive)
            for c in ("name", "verdict", "trust", "p99", "minutes")
        ),
    ],
)
@pytest.mark.parametrize("order", [pytest.param("asc", marks=pytest.mark.exhaustive), "desc"])
@pytest.mark.usefixtures("names")
def test_pages_of_one_show_every_row_once_in_the_order_of_the_whole_list(
    client: TestClient, column: str, order: str
) -> None:
    whole = [row["id"] for row in client.get(LIST, params={"sort": column, "order": order}).json()]
    pages: list[str] = []
    while len(pages) <= len(whole):
        params = {"sort": column, "order": order, "limit": 1} | ({"before": pages[-1]} if pages else {})
        page = client.get(LIST, params=params).json()
        if not page:
            break
        pages += [row["id"] for row in page]
    assert pages == whole


def test_a_row_has_the_figures_of_the_first_answer(client: TestClient, names: list[str]) -> None:
    rows = {row["name"]: row for row in client.get(LIST).json()}
    figures = rows["Faster"]["figures"]
    assert figures["change"]["metric"] == "requests_per_s"
    assert figures["change"]["change"] == pytest.approx(0.5015, abs=0.001)
    assert (figures["change"]["verdict"], figures["p99"]["verdict"]) == ("better", "better")
    assert figures["p99"]["change"] == pytest.approx(-0.333, abs=0.001)
    assert figures["seconds"] == 60
    assert rows["broken"]["figures"]["change"] is None
    assert rows[names[-1]]["figures"] is None


@pytest.mark.parametrize(
    "params",
    [
        {"sort": "definition"},
        {"sort": "change;drop table experiments"},
        {"sort": "Änderung 🐎"},
        {"order": "sideways"},
        {"limit": "1000000000000"},
        {"sort": ""},
    ],
)
@pytest.mark.usefixtures("names")
def test_an_order_that_does_not_exist_is_refused_and_changes_nothing(
    session: Session, client: TestClient, params: dict[str, str]
) -> None:
    assert client.get(LIST, params=params).status_code == 422
    assert session.scalar(text("SELECT count(*) FROM experiments")) == 5


def test_a_page_after_an_experiment_that_is_not_there_says_so(client: TestClient, names: list[str]) -> None:
    for before in ("0x5e2k9ah3c7", "🐎" * 100, "' OR 1=1 --"):
        response = client.get(LIST, params={"sort": "change", "before": before})
        assert response.status_code == 404, response.text
        assert names[0] not in response.text


@pytest.mark.usefixtures("names")
def test_a_list_goes_on_after_an_experiment_that_was_deleted_meanwhile(
    session: Session, client: TestClient
) -> None:
    whole = client.get(LIST).json()
    deleted_id, older = whole[1]["id"], [row["id"] for row in whole[2:]]
    moment = made_at(deleted_id)
    assert moment is not None
    session.execute(delete(Experiment).where(Experiment.id == deleted_id))
    for number, row in enumerate(whole):
        created_at = moment - timedelta(minutes=number - 1)
        session.execute(update(Experiment).where(Experiment.id == row["id"]).values(created_at=created_at))
    session.commit()
    assert [row["id"] for row in client.get(LIST, params={"before": deleted_id}).json()] == older
    rising = client.get(LIST, params={"before": deleted_id, "order": "asc"}).json()
    assert [row["id"] for row in rising] == [whole[0]["id"]]
    by_change = client.get(LIST, params={"before": deleted_id, "sort": "change"}).json()
    assert {*older, whole[0]["id"]} == {row["id"] for row in by_change}
