"""The check of a testbed: its hosts call each other, each by a signed job, and their answers are judged."""

import secrets
import time
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.contract.reports import Report
from agents.contract.states import JobState
from backend.errors import Conflict
from backend.events import publish_after_commit
from backend.execution.jobs.sending import send
from backend.hosts.testbed_check.judge import Answer, checked_host, pairs
from backend.hosts.testbed_check.order import Member, jobs_for, lasts_s, pairs_of
from backend.hosts.testbed_check.schemas import TestbedCheck
from backend.records import jobs_queries, testbeds_queries
from backend.records.experiments import JobRow
from backend.records.host_availability import who_claims
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose
from backend.records.testbeds import Testbed
from backend.testbeds import service as testbeds

SPARE_S = 10.0


def start(session: Session, testbed_id: str) -> TestbedCheck:
    """Ask every host; Conflict where one cannot be asked now, or while a check runs."""
    testbed = testbeds.existing(session, testbed_id)
    hosts = _hosts(session, testbed)
    _require_free(session, testbed, hosts)
    members = _members(session, testbed, hosts)
    works = jobs_for(members, time.time(), lambda: secrets.token_hex(16))
    wait_s = lasts_s(members) + SPARE_S
    job_ids = {
        host.id: send(session, host, works[host.id], JobPurpose.TESTBED_CHECK, wait_s).id for host in hosts
    }
    testbed.last_check = {"at": datetime.now(UTC).isoformat(), "jobs": job_ids}
    publish_after_commit(session, {"type": "host"})
    session.flush()
    return look_up(session, testbed_id)


def look_up(session: Session, testbed_id: str) -> TestbedCheck:
    """The last check of a testbed, and where it stands."""
    testbed = testbeds.existing(session, testbed_id)
    hosts = {host.id: host for host in _hosts(session, testbed)}
    members = _members(session, testbed, list(hosts.values()))
    takes_s = lasts_s(members)
    if not testbed.last_check:
        return TestbedCheck(state="none", takes_s=takes_s)
    at = datetime.fromisoformat(testbed.last_check["at"])
    jobs = _jobs(session, testbed)
    if any(not JobState(job.state).is_final for job in jobs.values()):
        return TestbedCheck(state="running", at=at, takes_s=takes_s)
    answers = {host_id: _answer(host, jobs.get(host_id)) for host_id, host in hosts.items()}
    checked_hosts = [checked_host(answer) for answer in answers.values()]
    host_pairs = pairs(answers, pairs_of(members))
    has_passed = all(part.ok for part in (*checked_hosts, *host_pairs))
    return TestbedCheck(
        state="passed" if has_passed else "failed",
        at=at,
        takes_s=takes_s,
        hosts=checked_hosts,
        pairs=host_pairs,
    )


def _hosts(session: Session, testbed: Testbed) -> list[Host]:
    """Each once, in the order of the roles; further load hosts last."""
    hosts = testbeds_queries.hosts_of(session, testbed)
    return list({host.id: host for host in (*hosts.by_role.values(), *hosts.more_load)}.values())


def _members(session: Session, testbed: Testbed, hosts: list[Host]) -> list[Member]:
    first_hosts = testbeds_queries.hosts_of(session, testbed).by_role
    called_ids = {host.id for host in first_hosts.values()}
    server_ids = {host.id for role, host in first_hosts.items() if role != "load"}
    return [
        Member(
            host.id,
            host.address,
            (host.ports[0], host.ports[1]),
            is_server=host.id in server_ids,
            only_calls=host.id not in called_ids,
        )
        for host in hosts
    ]


def _jobs(session: Session, testbed: Testbed) -> dict[str, JobRow]:
    """Host id → its job of the last check; without those that are gone."""
    job_ids = (testbed.last_check or {}).get("jobs", {})
    jobs = {host_id: jobs_queries.job(session, job_id) for host_id, job_id in job_ids.items()}
    return {host_id: job for host_id, job in jobs.items() if job}


def _require_free(session: Session, testbed: Testbed, hosts: list[Host]) -> None:
    """Conflict: an experiment would be disturbed by a second of load."""
    if testbed.retired_at:
        raise Conflict(f"“{testbed.name}” was retired; bring it back first")
    if any(not JobState(job.state).is_final for job in _jobs(session, testbed).values()):
        raise Conflict(f"“{testbed.name}” is being checked already")
    holders = testbeds_queries.holders(session)
    for host in hosts:
        if host.removed_at or not host.online:
            state = "was removed" if host.removed_at else "is offline"
            raise Conflict(f"{host.name} {state}, so it can call nobody")
        if holder := holders.get(host.id):
            raise Conflict(f"{host.name} is held by “{holder[1]}”; check when that has ended")
        if claimant := who_claims(host):
            raise Conflict(f"{host.name} is held by {claimant}; check when it is free")


def _answer(host: Host, job: JobRow | None) -> Answer:
    ports = (host.ports[0], host.ports[1])
    failure = (job.failure or {}) if job else {"message": f"{host.name} was not asked"}
    report = Report.model_validate(job.report).reach if job and job.report and not failure else None
    message = failure.get("message", "" if report else f"{host.name} said nothing")
    return Answer(host.name, host.address, ports, report, message, failure.get("code", ""))
