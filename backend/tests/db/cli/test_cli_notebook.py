"""`dyno list`, `search` and `reproduce` against the API on a real port."""

import json
from datetime import UTC, datetime

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.tests.db import builders
from backend.tests.db.commands import WORKERS, dyno


def test_lists_and_searches_by_the_same_words(server: str, session: Session) -> None:
    made, _ = builders.article_c(session, tags=["nightly"], starred=True)
    bed = builders.a_testbed(session, "other")
    for i in range(3):
        builders.experiment(session, bed, name=f"Plain {i}", created_at=datetime(2026, 11, i + 1, tzinfo=UTC))
    session.commit()
    listed = dyno("list")
    assert listed.exit_code == 0, listed.output
    assert f"{made.id}" in listed.output
    assert "★ Pinned" in listed.output
    assert "raises throughput" in " ".join(listed.output.split())
    found = json.loads(dyno("search", "tag:nightly", "is:starred", "--json").output)
    assert [e["id"] for e in found] == [made.id]
    assert len(json.loads(dyno("list", "plain", "-n", "2", "--json").output)) == 2
    nothing = dyno("search", "plain", "tag:nightly")
    assert (nothing.exit_code, "remove a word" in nothing.output) == (0, True)
    wrong = dyno("search", "verdct:better")
    assert (wrong.exit_code, "did you mean verdict:?" in wrong.output) == (1, True)


def test_long_lists_come_in_pages(server: str, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backend.cli.results.list_experiments.MAX_PAGE", 2)
    bed = builders.a_testbed(session)
    for i in range(5):
        builders.experiment(session, bed, name=f"Plain {i}")
    session.commit()
    assert len(json.loads(dyno("list", "--json").output)) == 5
    assert len(json.loads(dyno("list", "-n", "3", "--json").output)) == 3


def test_reproduce_says_what_has_changed_and_launches(server: str, session: Session, tmp_path) -> None:
    builders.a_testbed(session, "local", cpus=2, online_cpus="0-1")
    session.commit()
    path = tmp_path / "workers.yaml"
    path.write_text(WORKERS)
    made = json.loads(dyno("launch", str(path), "--seed", "7", "--json").output)
    assert "No fact of the hosts has changed" in dyno("reproduce", made["id"], "--dry-run").output
    host = session.scalars(select(Host).where(Host.name == "local-proxy")).one()
    host.facts = {**host.facts, "kernel": "6.9.1"}
    session.commit()
    again = dyno("reproduce", made["id"], "--same-seed", "--testbed", "local")
    assert again.exit_code == 0, again.output
    assert "local-proxy: kernel 6.1.0 → 6.9.1" in again.output
    assert "It is queued behind “Workers”" in again.output
    rows = session.scalars(select(Experiment).order_by(Experiment.created_at)).all()
    assert [(e.seed, e.derived_from, e.derived_how) for e in rows] == [
        (7, None, None),
        (7, made["id"], "reproduce"),
    ]
    host.online = False
    session.commit()
    refused = dyno("reproduce", made["id"])
    assert refused.exit_code == 1
    assert "it cannot be launched" in refused.output
    assert "is offline" in refused.output
    assert dyno("reproduce", "nothing").exit_code == 1
    assert dyno("reproduce", made["id"], "--fail-if", "worse").exit_code == 2
