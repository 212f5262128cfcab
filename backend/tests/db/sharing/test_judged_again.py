"""An experiment is judged again by today's rules, and back; what was shared stays as it was."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.analysis import stored_headlines
from backend.experiments import service
from backend.presentation.link_preview.lookup import tags_of
from backend.presentation.link_preview.tags import Tags
from backend.records.access.share_links import ShareLink
from backend.records.audit.entries import AuditEntry
from backend.records.experiments import Experiment
from backend.statistics import delta as statistics
from backend.statistics.assemble import Delta
from backend.tests.db import builders
from backend.tests.db.sharing.readers import Reader, shared

ADDRESSES = ("", "/deltas", "/steps", "/report", "/export.csv", "/charts/delta.svg", "/pivot")


@pytest.fixture(autouse=True)
def later_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules 2, by which nothing is settled."""
    original = statistics.deltas_together

    def by_version(*args: object, rules: int = 1, **options: object) -> list[list[Delta]]:
        groups = original(*args, rules=1, **options)  # pyright: ignore[reportCallIssue, reportArgumentType]
        if rules == 1:
            return groups
        return [[statistics.without_verdict(delta, "by rules 2") for delta in group] for group in groups]

    monkeypatch.setattr(statistics, "deltas_together", by_version)
    monkeypatch.setattr(service, "RULES_VERSION", 2)


@pytest.fixture
def experiment(session: Session) -> Experiment:
    return builders.article_c(session, rules_version=1)[0]


def _verdicts(client: TestClient, experiment: Experiment) -> set[str]:
    return {row["verdict"] for row in client.get(f"/api/v1/experiments/{experiment.id}/deltas").json()}


def _judge(client: TestClient, experiment: Experiment, version: int) -> None:
    answer = client.post(f"/api/v1/experiments/{experiment.id}/rules", json={"version": version})
    assert answer.status_code == 200, answer.text
    assert answer.json()["rules"]["version"] == version


def test_it_shows_the_verdicts_of_todays_rules_and_again_those_of_its_launch(
    client: TestClient, session: Session, experiment: Experiment
) -> None:
    at_launch = client.get(f"/api/v1/experiments/{experiment.id}/deltas").json()
    headline = client.get(f"/api/v1/experiments/{experiment.id}").json()["headline"]
    _judge(client, experiment, 2)
    assert _verdicts(client, experiment) == {"unclear"}
    assert client.get(f"/api/v1/experiments/{experiment.id}").json()["headline"] != headline
    _judge(client, experiment, 1)
    assert client.get(f"/api/v1/experiments/{experiment.id}/deltas").json() == at_launch
    assert client.get(f"/api/v1/experiments/{experiment.id}").json()["headline"] == headline
    query = select(AuditEntry).where(AuditEntry.act == "judged again").order_by(AuditEntry.id)
    entries = session.scalars(query).all()
    assert [entry.details for entry in entries] == [{"rules": 2}, {"rules": 1}]


def test_its_link_shows_other_words_and_another_picture(
    client: TestClient, session: Session, experiment: Experiment
) -> None:
    run_ids = [run["id"] for run in client.get(f"/api/v1/experiments/{experiment.id}").json()["run_list"]]
    pages = [f"experiments/{experiment.id}", f"runs/{run_ids[-1]}"]

    def tags() -> list[Tags]:
        session.expire_all()
        return [page_tags for page in pages if (page_tags := tags_of(session, page, ""))]

    before = tags()
    _judge(client, experiment, 2)
    for old, new in zip(before, tags(), strict=True):
        assert old.description != new.description
        assert old.image != new.image


def test_what_was_shared_stays_as_it_was(client: TestClient, experiment: Experiment) -> None:
    token, _ = shared(client, kind="experiment", id=experiment.id)
    run_id = client.get(f"/api/v1/experiments/{experiment.id}").json()["run_list"][-1]["id"]
    of_run, _ = shared(client, kind="run", id=run_id)
    addresses = [f"experiments/{experiment.id}{part}" for part in ADDRESSES]
    before = {path: Reader(client, token).get(path).text for path in addresses}
    run_before = Reader(client, of_run).get(f"runs/{run_id}").json()["figures"]
    _judge(client, experiment, 2)
    reader = Reader(client, token)
    for path in addresses:
        assert _without_note(reader.get(path).text) == _without_note(before[path]), path
    assert Reader(client, of_run).get(f"runs/{run_id}").json()["figures"] == run_before
    later = Reader(client, shared(client, kind="experiment", id=experiment.id)[0])
    rows = client.get(f"/api/v1/experiments/{experiment.id}/deltas").json()
    assert later.get(f"experiments/{experiment.id}/deltas").json() == rows


def test_a_comparison_keeps_its_verdicts(client: TestClient, experiment: Experiment) -> None:
    runs = client.get(f"/api/v1/experiments/{experiment.id}").json()["run_list"]
    query = {"a": runs[0]["id"], "b": runs[-1]["id"]}
    body = {"name": "kept", "state": query}
    saved_id = client.post("/api/v1/comparisons", json=body).json()["id"]
    token, _ = shared(client, kind="comparison", id=saved_id)

    def answers() -> list[object]:
        path = f"comparisons/{saved_id}/report"
        report, of_reader = client.get(f"/api/v1/{path}").json(), Reader(client, token).get(path).json()
        return [client.get("/api/v1/compare", params=query).json(), report["rows"], of_reader["rows"]]

    before = answers()
    _judge(client, experiment, 2)
    assert answers() == before


def _without_note(text: str) -> str:
    """Without the time at which a file was made."""
    return text.partition("Made by Dynoboard")[0]


def test_a_reader_cannot_judge_it_again(client: TestClient, experiment: Experiment) -> None:
    reader = Reader(client, shared(client, kind="experiment", id=experiment.id)[0])
    link = reader.opened.json()["id"]
    path = f"/api/v1/shared/{link}/experiments/{experiment.id}/rules"
    assert reader.browser.post(path, json={"version": 2}).status_code == 401
    assert "better" in _verdicts(client, experiment)


def test_links_that_were_made_before_follow_the_rules_of_the_launch(
    client: TestClient, session: Session, experiment: Experiment
) -> None:
    token, link = shared(client, kind="experiment", id=experiment.id)
    row = session.get(ShareLink, link["id"])
    assert row is not None
    row.rules = {}
    session.commit()
    _judge(client, experiment, 2)
    rows = Reader(client, token).get(f"experiments/{experiment.id}/deltas").json()
    assert "better" in {row["verdict"] for row in rows}


def test_only_an_ended_experiment_by_rules_that_are_its_own_or_todays(
    client: TestClient, session: Session, experiment: Experiment
) -> None:
    path = f"/api/v1/experiments/{experiment.id}/rules"
    assert client.post(path, json={"version": 3}).status_code == 422
    experiment.state = ExperimentState.RUNNING
    session.commit()
    assert client.post(path, json={"version": 2}).status_code == 409


def test_a_deleted_run_renews_them_by_the_rules_that_are_shown(
    client: TestClient, session: Session, experiment: Experiment
) -> None:
    _judge(client, experiment, 2)
    run_id = client.get(f"/api/v1/experiments/{experiment.id}").json()["run_list"][-1]["id"]
    assert client.delete(f"/api/v1/runs/{run_id}").status_code == 204
    assert _verdicts(client, experiment) == {"unclear"}
    _judge(client, experiment, 1)
    assert "better" in _verdicts(client, experiment)
    session.expire_all()
    assert stored_headlines.is_kept(experiment)
