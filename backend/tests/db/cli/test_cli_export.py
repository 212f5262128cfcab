"""`dyno export` against the API on a real port."""

import csv
import json
from pathlib import Path

import httpx
import pytest
from sqlalchemy.orm import Session

from backend.records.comparisons import Comparison
from backend.records.experiments import Experiment
from backend.tests.db import builders
from backend.tests.db.commands import dyno


@pytest.fixture
def made(server: str, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Experiment:
    monkeypatch.chdir(tmp_path)
    experiment, _ = builders.article_c(session)
    session.add(Comparison(id="c1", name="Saved", state={"experiment": experiment.id, "factor": "pin"}))
    session.commit()
    return experiment


def test_a_file_gets_the_dashboards_name_and_is_never_written_over(made: Experiment, tmp_path: Path) -> None:
    found = dyno("export", made.id)
    assert found.exit_code == 0, found.output
    path = tmp_path / found.output.strip()
    assert path.name.startswith("Pinned-against-unpinned-workers-log-target-")
    assert len(list(csv.DictReader(path.open()))) == 50
    path.write_text("mine")
    again = dyno("export", made.id)
    assert again.exit_code == 1
    assert "already exists; --force overwrites it" in again.output
    assert path.read_text() == "mine"
    assert dyno("export", made.id, "--force", "--rows", "runs", "-o", str(path)).exit_code == 0
    assert len(list(csv.DictReader(path.open()))) == 10


def test_the_format_is_that_of_the_file(made: Experiment, session: Session, tmp_path: Path) -> None:
    for name, start in (
        ("a.html", b"<!doctype html>"),
        ("a.md", b"## Pinned"),
        ("a.png", b"\x89PNG"),
        ("a.svg", b"<?xml"),
        ("a.json", b'{\n"format": "dynoboard.experiment"'),
    ):
        found = dyno("export", made.id, "-o", name)
        assert found.exit_code == 0, found.output
        assert (tmp_path / name).read_bytes().startswith(start)
    wrong = dyno("export", made.id, "-o", "a.pdf")
    assert wrong.exit_code == 2
    assert not (tmp_path / "a.pdf").exists()


def test_runs_and_comparisons_to_standard_output(made: Experiment, session: Session) -> None:
    run = builders.run(session, made, 99, "late", variant="late")
    builders.trial(session, run, 1, {"requests_per_s": 5.0})
    session.commit()
    found = json.loads(dyno("export", run.id, "-f", "json", "--raw", "-o", "-").output)
    assert found["trials"][0]["stdout"] == "Requests/sec: 1\n"
    assert dyno("export", "c1", "-f", "md", "-o", "-").output.startswith("## Saved\n")
    refused = dyno("export", run.id, "-f", "html", "-o", "-")
    assert (refused.exit_code, "is a run" in refused.output) == (1, True)
    assert dyno("export", "nothing", "-o", "-").exit_code == 1


def test_what_cannot_be_written_leaves_nothing(made: Experiment, tmp_path: Path) -> None:
    found = dyno("export", made.id, "-o", str(tmp_path / "none" / "a.csv"))
    assert found.exit_code == 1
    assert "cannot write" in found.output
    refused = dyno("export", made.id, "-f", "png", "--chart", "percentiles", "-o", str(tmp_path / "p.png"))
    assert refused.exit_code == 1
    assert "it has no figures for it" in refused.output
    assert list(tmp_path.iterdir()) == []


def test_share_prints_a_link_that_opens_the_report_alone(made: Experiment, server: str) -> None:
    shared = dyno("share", made.id, "--report", "--days", "never")
    assert shared.exit_code == 0, shared.output
    url = shared.output.strip()
    assert url.startswith(f"{server}/s/")
    opened = httpx.post(f"{server}/api/v1/shared", json={"token": url.rpartition("/")[2]}).json()
    assert (opened["page"], opened["expires_at"]) == (f"/experiments/{made.id}/report", None)
    refused = dyno("share", made.id, "--days", "2")
    assert refused.exit_code == 2
    assert "--days is one of 1, 7, 30, never" in refused.output


def test_share_links_are_listed_and_revoked(made: Experiment, server: str) -> None:
    assert "It has no share link" in dyno("share", made.id, "--list").stderr
    url = dyno("share", made.id).output.strip()
    [link] = json.loads(dyno("share", made.id, "--list", "--json").stdout)
    assert (link["works"], link["subject_id"]) == (True, made.id)
    assert "the page" in dyno("share", made.id, "--list").stdout
    assert dyno("share", made.id, "--revoke").stdout == "1 link revoked\n"
    token = {"token": url.rpartition("/")[2]}
    assert httpx.post(f"{server}/api/v1/shared", json=token).status_code == 404
    assert "revoked" in dyno("share", made.id, "--list").stdout
    assert dyno("share", made.id, "--revoke").stdout == "0 links revoked\n"
    assert dyno("share", made.id, "--revoke", "--list").exit_code == 2
