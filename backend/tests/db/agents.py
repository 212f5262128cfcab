"""Simulated agents for tests of the orchestration: they speak through the API, jobs come from the rows."""

import secrets
from collections.abc import Callable, Iterable
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.catalog.roles import ROLES
from agents.contract.addresses import origin
from agents.contract.counters import ServerCounts, ServerMemory
from agents.contract.heartbeat import Heartbeat
from agents.contract.probe import Probe
from agents.contract.reports import LoadReport, PreparedSetup, Report, Window
from agents.contract.states import JobState
from agents.contract.version import CONTRACT
from backend.database import get_engine, transaction
from backend.execution.jobs import reports
from backend.execution.orchestration.advance import advance
from backend.hosts.enrolment import tokens
from backend.hosts.enrolment.schemas import TokenIn
from backend.records.experiments import Experiment, JobRow
from backend.records.hosts import Host
from backend.tests.db.builders import FACTS

DEFINITION: dict[str, Any] = {
    "name": "workers",
    "workloads": [{"name": "w", "tool": "wrk", "threads": 2, "connections": 8, "duration": "2s"}],
    "trials": 2,
    "control": False,
    "servers": {"fresh": "once"},  # tests of orchestration count preparations
    "seed": 1,
    "warmup": {"prepared": "1s", "trial": "0s"},
    "variants": [{"name": "one"}, {"name": "two", "set": {"nginx.worker_processes": 2}}],
    "baseline": "one",
}
STDOUT = "Requests/sec:  25000.00\n"
Answer = Callable[[dict[str, Any]], dict[str, Any]]


def new_token(**wanted: Any) -> str:
    """The secret of a new enrolment token; the usual kind unless told otherwise."""
    with transaction() as session:
        return tokens.make(session, TokenIn.model_validate(wanted)).token


def enrolment(name: str, token: str = "", **facts: Any) -> dict[str, Any]:
    """What an agent says when it enrols as the host of this name; `load-2` has the role `load`."""
    known = FACTS | {"cpus": 2, "online_cpus": "0-1"} | facts
    asks = {
        "name": name,
        "roles": [name.split("-")[0]],
        "address": "127.0.0.1",
        "version": "0.1.0",
        "contract": CONTRACT,
        "facts": known,
    }
    return asks | {"token": token}


class Farm:
    """The three agents of the testbed `local`, and everything that happens between them and the API."""

    def __init__(self, client: TestClient, roles: Iterable[str] = ROLES) -> None:
        self.client = client
        self.tokens: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self.instances: dict[str, str] = dict.fromkeys(map(str, ROLES), "first")
        self.answers: dict[str, Answer] = {}  # purpose → changes to the report
        self.silent: set[str] = set()  # hosts that say nothing
        for name in roles:
            self.enrol(name)
            self.beat(name)

    def copy(self, client: TestClient) -> "Farm":
        """The same hosts, whose rows are there again."""
        farm = Farm(client, roles=())
        farm.tokens, farm.ids = dict(self.tokens), dict(self.ids)
        return farm

    # ---- what an agent sends ----

    def enrol(self, name: str, **facts: Any) -> None:
        """With a token of its own at first, then with its credential."""
        token = "" if name in self.tokens else new_token(host_name=name, roles=[name])
        credential = self.tokens.setdefault(name, secrets.token_urlsafe(32))
        answer = self.post("enrol", enrolment(name, token, **facts), credential)
        assert answer.status_code == 200, answer.text
        self.ids[name] = answer.json()["host_id"]

    def beat(self, name: str, **changes: Any) -> None:
        beat = Heartbeat(instance=self.instances[name], **changes)
        assert self.post("heartbeat", beat.model_dump(mode="json"), self.tokens[name]).status_code == 200

    def restart(self, name: str) -> None:
        self.instances[name] += "-again"
        self.enrol(name)
        self.beat(name)

    def report(self, host: str, body: dict[str, Any]) -> Any:
        return self.post("reports", body, self.tokens[host])

    def post(self, route: str, body: dict[str, Any], token: str) -> Any:
        headers = {"Authorization": f"Bearer {token}"}
        return self.client.post(f"/api/v1/agent/{route}", json=body, headers=headers)

    # ---- what a person does ----

    def launch(self, **changes: Any) -> str:
        body = {"yaml": None, "definition": DEFINITION | changes}
        answer = self.client.post("/api/v1/experiments", json=body)
        assert answer.status_code in (200, 201), answer.text
        advance(answer.json()["id"])
        return answer.json()["id"]

    def experiment(self, experiment_id: str) -> dict[str, Any]:
        return self.client.get(f"/api/v1/experiments/{experiment_id}").json()

    def trials(self, experiment_id: str) -> list[dict[str, Any]]:
        return self.client.get(f"/api/v1/experiments/{experiment_id}/trials").json()

    # ---- time goes by ----

    def open_jobs(self) -> list[JobRow]:
        with Session(get_engine()) as session:
            query = select(JobRow).where(JobRow.state.in_((JobState.PENDING, JobState.SENT)))
            return list(session.scalars(query.order_by(JobRow.created_at, JobRow.id)))

    def open(self, purpose: str) -> JobRow:
        return next(j for j in self.open_jobs() if j.purpose == purpose)

    def work(self, experiment_id: str, until: str | None = None, most: int = 400) -> None:
        """Report open jobs and advance, until there is none or one has the purpose `until`."""
        for _ in range(most):
            jobs = self.jobs_to_report(until)
            if not jobs:
                return
            self.take(jobs)
            advance(experiment_id)
        raise AssertionError("the experiment does not come to an end")

    def take(self, jobs: list[JobRow]) -> None:
        """Take the reports of jobs as the route does, in one transaction and without its HTTP."""
        with transaction() as session:
            for job in jobs:
                report = Report.model_validate(self.outcome(job))
                host = session.get_one(Host, job.host_id)
                locked_job = reports.lock_job(session, host, job.id)
                assert reports.take_report(session, host, locked_job, report) is True

    def step(self, experiment_id: str) -> None:
        """Report one job, and advance."""
        job = self.jobs_to_report()[0]
        self.report(self.name_of(job.host_id), self.outcome(job))
        advance(experiment_id)

    def jobs_to_report(self, until: str | None = None) -> list[JobRow]:
        """Open jobs of hosts that speak, but watches that nobody has ended; none where `until` is open."""
        jobs = [j for j in self.open_jobs() if self.name_of(j.host_id) not in self.silent]
        if any(j.purpose == until for j in jobs):
            return []
        ended = {id for j in jobs if j.purpose in ("finish", "cancel") for id in j.covers}
        if any(j.purpose == "watch" and j.id not in ended for j in jobs):
            ended |= self._told()
        return [j for j in jobs if j.purpose != "watch" or j.id in ended]

    def _told(self) -> set[str]:
        with Session(get_engine()) as session:
            covers = session.scalars(select(JobRow.covers).where(JobRow.purpose.in_(("finish", "cancel"))))
            return {id for each in covers for id in each}

    def name_of(self, host_id: str) -> str:
        return next(name for name, id in self.ids.items() if id == host_id)

    def outcome(self, job: JobRow) -> dict[str, Any]:
        """The report of a job that went well, changed as `answers` says."""
        report = _REPORTS.get(job.kind, _empty)(job)
        change = self.answers.get(job.purpose)
        return report if change is None else change(report)


def _empty(job: JobRow) -> dict[str, Any]:
    return Report(job_id=job.id).model_dump(mode="json")


def _prepared(job: JobRow) -> dict[str, Any]:
    ports = iter(range(21000, 22000))
    setups = [
        PreparedSetup(
            key=s["key"],
            urls=[
                origin("https" if s["tls"] else "http", "127.0.0.1", next(ports))
                for _ in range(s["instances"])
            ],
            conf=s["conf"],
            version="1.22.1",
        )
        for s in job.work["setups"]
    ]
    return Report(job_id=job.id, setups=setups).model_dump(mode="json")


def _applied(job: JobRow) -> dict[str, Any]:
    applied = [{"setting": s, "before": "4096", "now": s["value"]} for s in job.work["settings"]]
    return Report.model_validate({"job_id": job.id, "applied": applied, "condition": "applied"}).model_dump(
        mode="json"
    )


def _restored(job: JobRow) -> dict[str, Any]:
    return Report.model_validate({"job_id": job.id, "condition": "clean"}).model_dump(mode="json")


def _measured(job: JobRow) -> dict[str, Any]:
    load = LoadReport(
        argv=["wrk"],
        version="4.1.0",
        exit_code=0,
        stdout=STDOUT,
        stderr="",
        started_at=1000.0,
        ended_at=1002.0,
        figures={"requests": 50_000.0, "requests_per_s": 25_000.0, "failed_requests": 0.0},
        probe=Probe(status=200, bytes=2, sha256="0" * 64),
    )
    window = Window(seconds=2.0, cores=[0.1, 0.1], own_cpu_s={"load": 0.35})
    return Report(job_id=job.id, load=load, window=window).model_dump(mode="json")


def _watched(job: JobRow) -> dict[str, Any]:
    keys = job.work["watch"]
    memory = ServerMemory(idle_bytes=5_000_000, end_bytes=9_000_000, peak_bytes=12_000_000, connections=2_000)
    servers = dict.fromkeys(keys, ServerCounts(memory=memory))
    window = Window(seconds=2.0, cores=[0.1, 0.1], own_cpu_s=dict.fromkeys(keys, 0.05), servers=servers)
    return Report(job_id=job.id, window=window).model_dump(mode="json")


_REPORTS: dict[str, Callable[[JobRow], dict[str, Any]]] = {
    "prepare": _prepared,
    "apply": _applied,
    "restore": _restored,
    "measure": _measured,
    "watch": _watched,
}


def rows(experiment_id: str) -> tuple[Experiment, list[JobRow]]:
    """An experiment and its jobs as they are stored now."""
    with Session(get_engine(), expire_on_commit=False) as session:
        jobs = session.scalars(
            select(JobRow).where(JobRow.experiment_id == experiment_id).order_by(JobRow.created_at, JobRow.id)
        )
        return session.get_one(Experiment, experiment_id), list(jobs)
