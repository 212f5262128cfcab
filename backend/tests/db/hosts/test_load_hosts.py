"""Several load hosts in one trial: shares, readiness, one moment, one result; and hosts that are lost."""

import secrets
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.database import get_engine, transaction
from backend.execution.jobs import lost_hosts, wakeups_queries
from backend.execution.orchestration.advance import advance
from backend.records.experiments import JobRow, Lease
from backend.records.hosts import Host
from backend.tests.db.agents import DEFINITION, Farm, enrolment, new_token, rows

ABLE = {"fire": "", "generators": ""}
WORKLOAD = DEFINITION["workloads"][0] | {"connections": 10, "hosts": "all"}


@pytest.fixture
def lab(farm: Farm) -> Farm:
    """The testbed `local` with the load hosts `load` and `load-2`."""
    farm.enrol("load", abilities=ABLE)
    credential = farm.tokens["load-2"] = secrets.token_urlsafe(32)
    farm.post("enrol", enrolment("load-2", new_token(), machine="m2", abilities=ABLE), credential)
    with Session(get_engine()) as session:
        farm.ids["load-2"] = session.scalars(select(Host.id).where(Host.name == "load-2")).one()
    farm.instances["load-2"] = "first"
    farm.beat("load-2")
    local = farm.client.get("/api/v1/testbeds").json()[0]
    roles = {row["role"]: row["host_id"] for row in local["roles"]}
    roles["load"] = [farm.ids["load"], farm.ids["load-2"]]
    body = {"roles": roles, "version": local["version"]}
    assert farm.client.patch(f"/api/v1/testbeds/{local['id']}", json=body).status_code == 200
    return farm


def measures(lab: Farm) -> dict[str, JobRow]:
    return {lab.name_of(job.host_id): job for job in lab.open_jobs() if job.purpose == "measure"}


def say_ready(lab: Farm, experiment_id: str, *names: str) -> None:
    for name in names:
        answer = lab.post("ready", {"job_id": measures(lab)[name].id}, lab.tokens[name])
        assert answer.json() == {"accepted": True}, answer.text
        advance(experiment_id)


def measured(lab: Farm, job: JobRow, start: float, requests: float, late_s: float = 0.0) -> dict[str, Any]:
    figures = {"requests": requests, "requests_per_s": requests / 2, "failed_requests": 0.0}
    generator = {"started_at": start, "ended_at": start + 2, "cpu_s": 0.1, "threads": 2, "connections": 5}
    report = lab.outcome(job)
    report["load"] |= {"figures": figures, "started_at": start, "ended_at": start + 2, "late_s": late_s}
    report["window"] |= {
        "generators": [generator | {"figures": figures}],
        "clock": {"offset_s": 0.0, "round_trip_s": 0.004},
    }
    return report


def test_both_load_hosts_begin_together_and_give_one_result(lab: Farm) -> None:
    experiment_id = lab.launch(workloads=[WORKLOAD])
    lab.work(experiment_id, until="measure")
    jobs = measures(lab)
    shares = {name: job.work["workload"]["connections"] for name, job in jobs.items()}
    assert shares == {"load": 6, "load-2": 4}, "in multiples of the threads"
    assert all(job.work["is_fired"] and "hosts" not in job.work["workload"] for job in jobs.values())
    with Session(get_engine()) as session:
        assert set(wakeups_queries.at_work(session)) == {experiment_id}, "the clock counts before they begin"
    say_ready(lab, experiment_id, "load")
    assert not [job for job in lab.open_jobs() if job.purpose == "fire"]
    say_ready(lab, experiment_id, "load-2")
    fires = [job for job in lab.open_jobs() if job.purpose == "fire"]
    assert {job.work["job_id"] for job in fires} == {job.id for job in jobs.values()}
    (at,) = {job.work["at"] for job in fires}
    assert at == pytest.approx(time.time() + 0.5, abs=5)
    with Session(get_engine()) as session:
        assert list(wakeups_queries.at_work(session)) == [], "nothing works beside the load tools"
    for name, requests, late_s in (("load-2", 2000, 0.012), ("load", 3000, 0.0)):
        lab.report(name, measured(lab, jobs[name], 1000.0, requests, late_s))
        advance(experiment_id)
    lab.answers["measure"] = lambda report: (
        report | {"window": report["window"] | {"generators": [generator]}}
    )
    generator = {"started_at": 0, "ended_at": 2, "cpu_s": 0.1, "threads": 2, "connections": 5}
    lab.work(experiment_id)
    trial = lab.trials(experiment_id)[0]
    assert trial["state"] == "done", trial
    assert trial["figures"]["requests_per_s"] == 2500
    with Session(get_engine()) as session:
        stored = session.execute(select(JobRow.trial_id).where(JobRow.id == jobs["load"].id)).scalar_one()
    assert stored == trial["id"]
    detail = lab.client.get(f"/api/v1/runs/{trial['run_id']}").json()
    assert [host["host"] for host in detail["hosts"] if host["role"] == "load"] == ["load", "load-2"]
    (first,) = [each for each in detail["trials"] if each["id"] == trial["id"]]
    assert "load-2 began 0.012 s late" in first["warnings"][0]
    output = lab.client.get(f"/api/v1/trials/{trial['id']}/output").json()
    assert "# load: wrk" in output["stdout"]
    assert "# load-2: wrk" in output["stdout"]
    assert lab.experiment(experiment_id)["state"] == ExperimentState.FINISHED
    restored = {lab.name_of(job.host_id) for job in rows(experiment_id)[1] if job.purpose == "restore"}
    assert restored == {"load", "load-2", "proxy", "backend"}


def test_by_default_the_first_load_host_is_used_and_the_other_stays_free(lab: Farm) -> None:
    lab.beat("load-2")
    experiment_id = lab.launch()
    lab.work(experiment_id, until="measure")
    assert list(measures(lab)) == ["load"]
    assert not measures(lab)["load"].work.get("is_fired")
    with Session(get_engine()) as session:
        held = set(session.scalars(select(Lease.host_id)))
    assert held == {lab.ids[name] for name in ("load", "proxy", "backend")}
    assert [host["host"] for host in lab.experiment(experiment_id)["hosts"]] == ["load", "proxy", "backend"]


def test_a_host_that_is_lost_when_ready_ends_the_trial_which_is_repeated(lab: Farm) -> None:
    experiment_id = lab.launch(workloads=[WORKLOAD])
    lab.work(experiment_id, until="measure")
    say_ready(lab, experiment_id, "load-2")
    with transaction() as session:
        host = session.get_one(Host, lab.ids["load-2"])
        lost_hosts.lose_open(session, host, "host_lost", "load-2 is silent")
    advance(experiment_id)
    cancels = [job for job in lab.open_jobs() if job.purpose == "cancel"]
    assert [lab.name_of(job.host_id) for job in cancels] == ["load"]
    cancelled = {"code": "cancelled", "message": "The job was cancelled"}
    lab.report("load", {"job_id": measures(lab)["load"].id, "failure": cancelled})
    lab.work(experiment_id, until="measure")
    trials = [trial for trial in lab.trials(experiment_id) if trial["state"] == "failed"]
    assert [trial["failure"]["code"] for trial in trials] == ["host_lost"]
    assert set(measures(lab)) == {"load", "load-2"}, "the same trial once more"


def test_one_that_is_never_ready_is_given_up(lab: Farm) -> None:
    experiment_id = lab.launch(workloads=[WORKLOAD])
    lab.work(experiment_id, until="measure")
    say_ready(lab, experiment_id, "load")
    with transaction() as session:
        long_ago = datetime.now(UTC) - timedelta(seconds=40)
        session.execute(update(JobRow).where(JobRow.purpose == "measure").values(created_at=long_ago))
    advance(experiment_id)
    cancelled = {"code": "cancelled", "message": "The job was cancelled"}
    lab.report("load", {"job_id": measures(lab)["load"].id, "failure": cancelled})
    lab.work(experiment_id, until="measure")
    failures = [trial["failure"] for trial in lab.trials(experiment_id) if trial["state"] == "failed"]
    assert [(failure["code"], failure["host"]) for failure in failures] == [
        ("generators_not_ready", "load-2")
    ]


@pytest.mark.parametrize(
    ("workload", "place", "text"),
    [
        ({"hosts": 3}, "workloads[0].hosts", "the testbed has 2 load hosts"),
        ({"connections": 2}, "workloads[0].connections", "one for each of 2 hosts"),
        ({"tool": "ab", "threads": 1, "requests": 99, "duration": None}, "", "ab loads a server alone"),
        ({"hosts": 0}, "workloads[0].hosts", "whole number from 1 to 64; got “0”"),
        ({"hosts": 65}, "workloads[0].hosts", "whole number from 1 to 64; got “65”"),
        ({"hosts": "some"}, "workloads[0].hosts", "must be all"),
        ({"hosts": None}, "workloads[0].hosts", "must be all"),
    ],
)
def test_what_load_hosts_cannot_do_is_refused(lab: Farm, workload: Any, place: str, text: str) -> None:
    definition = DEFINITION | {"workloads": [WORKLOAD | workload]}
    problems = lab.client.post("/api/v1/plans", json={"definition": definition}).json()["errors"]
    assert any(problem["place"].startswith(place) and text in problem["message"] for problem in problems), (
        problems
    )


def test_an_agent_that_is_older_is_refused_with_the_reason(lab: Farm) -> None:
    lab.enrol("load", abilities={"generators": ""})
    definition = DEFINITION | {"workloads": [WORKLOAD]}
    (problem,) = lab.client.post("/api/v1/plans", json={"definition": definition}).json()["errors"]
    assert problem["place"] == "workloads[0].hosts"
    assert "older than several load hosts" in problem["message"]


def test_only_the_host_of_a_job_that_is_fired_says_that_it_is_ready(lab: Farm) -> None:
    experiment_id = lab.launch(workloads=[WORKLOAD])
    lab.work(experiment_id, until="measure")
    job = measures(lab)["load"]
    assert lab.post("ready", {"job_id": job.id}, lab.tokens["load-2"]).status_code == 404
    assert lab.post("ready", {"job_id": "../../etc"}, lab.tokens["load"]).status_code == 422
    watch = next(job for job in lab.open_jobs() if job.purpose == "watch")
    answer = lab.post("ready", {"job_id": watch.id}, lab.tokens[lab.name_of(watch.host_id)])
    assert answer.status_code == 404
