"""Hosts: restored, removed, shown."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.contract.jobs import FactsJob, RestoreJob
from agents.contract.reports import Facts, UnrestoredSetting
from agents.contract.states import HostCondition
from agents.contract.undo import undo_command
from backend.errors import Conflict, require
from backend.events import publish_after_commit
from backend.execution.jobs import lost_changes
from backend.execution.jobs.lost_hosts import lose_open
from backend.execution.jobs.sending import send
from backend.execution.jobs.wakeups import wake_by_host
from backend.hosts import active_agent
from backend.hosts.enrolment.admission import revoke
from backend.hosts.schemas import HostDetail, HostEdit, HostOut, JobOut, ReportErrorOut, UnrestoredSettingOut
from backend.hosts.versions import upgrade_advice
from backend.model_fields import copy_fields
from backend.planning.missing_programs import install_command, missing
from backend.records import hosts_queries, testbeds_queries
from backend.records.access import enrolment_queries
from backend.records.host_availability import who_claims, why_unavailable
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose
from backend.refs import ExperimentRef

RESTORE_S = 30.0


def list_hosts(session: Session, condition: HostCondition | None) -> list[HostOut]:
    holders, waiting = testbeds_queries.holders(session), hosts_queries.waited_for(session)
    return [
        _out(host, holders.get(host.id), waiting.get(host.id, 0))
        for host in hosts_queries.all_hosts(session, condition)
    ]


def get_host(session: Session, host_id: str) -> HostDetail:
    host = require(hosts_queries.host(session, host_id), f"There is no host {host_id}")
    jobs = [
        copy_fields(JobOut, j, failure_message=(j.failure or {}).get("message"))
        for j in hosts_queries.newest_jobs(session, host_id)
    ]
    waiting = hosts_queries.waited_for(session).get(host.id, 0)
    out = _out(host, testbeds_queries.holders(session).get(host.id), waiting)
    return HostDetail(**out.model_dump(), jobs=jobs)


def _out(host: Host, holder: tuple[str, str] | None, waiting: int) -> HostOut:
    facts = Facts.model_validate(host.facts)
    return copy_fields(
        HostOut,
        host,
        facts=facts,
        missing=missing(facts, host.roles),  # pyright: ignore[reportArgumentType]
        install=install_command(facts, host.roles),  # pyright: ignore[reportArgumentType]
        unrestored_settings=[
            _undoable(UnrestoredSetting.model_validate(unrestored_setting))
            for unrestored_setting in host.unrestored_settings
        ],
        waiting=waiting,
        outdated=upgrade_advice(host.name, host.version),
        unavailable=why_unavailable(host),
        report_error=ReportErrorOut.model_validate(host.report_error) if host.report_error else None,
        duplicate_agent=active_agent.duplicate_agent_of(host),
        claimed_by=who_claims(host),
        held_by=ExperimentRef(id=holder[0], name=holder[1]) if holder else None,
    )


def _undoable(unrestored_setting: UnrestoredSetting) -> UnrestoredSettingOut:
    return UnrestoredSettingOut(**unrestored_setting.model_dump(), command=undo_command(unrestored_setting))


def change(session: Session, host_id: str, body: HostEdit) -> HostDetail:
    """Other labels, or drained or not; Conflict where somebody else has changed the labels meanwhile."""
    host = require(hosts_queries.host(session, host_id, lock=True), f"There is no host {host_id}")
    if body.labels is not None:
        if body.seen is not None and sorted(body.seen) != host.labels:
            now = ", ".join(host.labels) or "none"
            raise Conflict(f"The labels of {host.name} were changed; they are now: {now}")
        host.labels = sorted(body.labels)
    if body.drained is not None and body.drained != bool(host.drained_at):
        host.drained_at = datetime.now(UTC) if body.drained else None
    session.flush()
    publish_after_commit(session, {"type": "host", "host_id": host.id})
    wake_by_host(session, host.id)
    return get_host(session, host_id)


def restore(session: Session, host_id: str, forget: bool) -> HostDetail:
    """Ask a host to put back what it could not put back before; Conflict while it is offline or held.

    `forget`: what cannot be put back stays as it is, and the host accepts experiments again.
    """
    host = require(hosts_queries.host(session, host_id), f"There is no host {host_id}")
    if not host.online:
        raise Conflict(f"{host.name} is offline; its agent restores it when it starts again")
    if holder := testbeds_queries.holders(session).get(host.id):
        raise Conflict(f"{host.name} is held by “{holder[1]}”, which restores it when it ends")
    send(session, host, RestoreJob(forget=forget), JobPurpose.RESTORE, RESTORE_S)
    if lost_changes.own_unrestored(host.unrestored_settings) and not forget:
        send(session, host, FactsJob(), JobPurpose.FACTS, RESTORE_S)  # a person may have undone it by hand
    return get_host(session, host_id)


def remove(session: Session, host_id: str) -> None:
    """Its agent's credentials die at once, its results stay; Conflict while an experiment holds it."""
    enrolment_queries.lock(session)
    host = require(hosts_queries.host(session, host_id), f"There is no host {host_id}")
    if holder := testbeds_queries.holders(session).get(host.id):
        raise Conflict(f"{host.name} is held by “{holder[1]}”; cancel that first")
    revoke(session, host)
    lose_open(session, host, "host_removed", f"{host.name} was removed")
    host.removed_at, host.online, host.drained_at = datetime.now(UTC), False, None
    session.flush()
    wake_by_host(session, host.id)  # who waits for it goes elsewhere, or is told
    publish_after_commit(session, {"type": "host", "host_id": host.id})
