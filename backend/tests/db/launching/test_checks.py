"""Asking a host for `nginx -t` before a launch."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.contract.reports import Failure, PreparedSetup, Report
from backend.execution.jobs import reports
from backend.records.experiments import JobRow
from backend.records.hosts import Host
from backend.tests.db import builders

TEXT = """
name: Two
topology: proxy_only
workloads: [{tool: wrk, duration: 1s}]
trials: 2
baseline: default
variants: [{name: default}, {name: backlog, set: {listen.backlog: 9000}}, {name: the same, from: backlog}]
"""


def _report(session: Session, failure: Failure | None) -> None:
    job = session.scalars(select(JobRow)).one()
    keys = [setup["key"] for setup in job.work["setups"]]
    setups = [PreparedSetup(key=key, failure=failure if key == keys[-1] else None) for key in keys]
    host = session.get_one(Host, job.host_id)
    reports.take_report(session, host, job, Report(job_id=job.id, setups=setups))
    session.commit()


@pytest.fixture
def check(client: TestClient, session: Session) -> dict:
    builders.a_testbed(session)
    session.commit()
    answer = client.post("/api/v1/checks", json={"yaml": TEXT})
    assert answer.status_code == 202, answer.text
    return answer.json()


def test_equal_texts_are_checked_once(check: dict) -> None:
    assert (check["state"], check["checked"], check["problems"]) == ("running", 2, [])


def test_passed(client: TestClient, session: Session, check: dict) -> None:
    _report(session, None)
    assert client.get(f"/api/v1/checks/{check['id']}").json()["state"] == "passed"


def test_what_nginx_says_is_shown_at_its_run(client: TestClient, session: Session, check: dict) -> None:
    said = '`nginx -t` of run-1: unknown directive "foo" in /tmp/x/nginx.conf:2'
    _report(session, Failure(code="nginx_test", message=said, log=f"nginx: [emerg] {said}"))
    found = client.get(f"/api/v1/checks/{check['id']}").json()
    assert found["state"] == "failed"
    (problem,) = found["problems"]
    conf = session.scalars(select(JobRow)).one().work["setups"][-1]["conf"]
    assert (problem["place"], problem["message"]) == ("runs[1]", 'unknown directive "foo"')
    assert (problem["line"], problem["text"]) == (2, conf.split("\n")[1].strip())


def test_what_names_no_line_is_said_as_it_is(client: TestClient, session: Session, check: dict) -> None:
    _report(session, Failure(code="nginx_test", message="`nginx -t` of run-1 did not end within 20 s"))
    (problem,) = client.get(f"/api/v1/checks/{check['id']}").json()["problems"]
    assert (problem["message"], problem["text"]) == ("`nginx -t` of run-1 did not end within 20 s", "")


def test_an_unknown_check_is_not_found(client: TestClient, session: Session) -> None:
    assert client.get("/api/v1/checks/nothing").status_code == 404
