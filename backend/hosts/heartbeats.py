"""Heartbeats: most of them say that nothing changed, and cost one statement."""

import random
import time
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.orm import Session

from agents.contract.heartbeat import Heartbeat, HeartbeatReply
from agents.contract.jobs import CancelJob, RestoreJob
from agents.contract.states import HostCondition
from backend import agent_auth, disk_space, liveness
from backend.database import autocommit, transaction
from backend.errors import Conflict
from backend.events import publish_after_commit, watch_state
from backend.execution.jobs import lost_changes
from backend.execution.jobs.condition import become
from backend.execution.jobs.lost_hosts import lose_sent
from backend.execution.jobs.sending import send
from backend.execution.jobs.signing import oldest_retirement, public_keys, publish_keys
from backend.execution.jobs.wakeups import wake_by_host
from backend.hosts import active_agent
from backend.hosts.duplicate_agents import displaced_by, is_duplicate
from backend.hosts.heartbeat_times import WORKING_S, is_busy, rest_s
from backend.hosts.service import RESTORE_S
from backend.hosts.stored_text import plain
from backend.presentation.words import printable_text
from backend.records import experiments_queries, hosts_queries, testbeds_queries
from backend.records.hosts import Host
from backend.records.hosts_queries import Heard
from backend.records.job_purpose import JobPurpose

COUNTED_FOR_S = 10.0


class _Hosts:
    """How many there are, as of some seconds ago."""

    def __init__(self) -> None:
        self._count, self._until = 0, 0.0

    def count(self, session: Session) -> int:
        if time.monotonic() >= self._until:
            self._count = hosts_queries.count(session)
            self._until = time.monotonic() + COUNTED_FOR_S
        return self._count


hosts = _Hosts()


def heartbeat(credential: str, beat: Heartbeat) -> HeartbeatReply:
    """Note that the agent with this credential (its hash) is alive, and answer it.

    Unauthorized for one that is not known, Conflict for one whose place another agent has taken.
    """
    came_at = time.monotonic()
    with autocommit() as session:
        rest = WORKING_S if is_busy(beat) else rest_s(hosts.count(session), random.random())
        answer = hosts_queries.heard_as_before(
            session, credential, beat, rest, WORKING_S, oldest_retirement()
        )
    if answer is not None:
        liveness.heartbeats.came_at = came_at
        return _reply(beat, answer, publish_keys(answer.private_keys))
    with transaction() as session:
        host = agent_auth.host_of(session, credential)
        _note(session, host, beat)
        answer = hosts_queries.note_heartbeat(session, host, rest, WORKING_S)
        return _reply(beat, answer, public_keys(session), active_agent.notice_for(host))


def _reply(beat: Heartbeat, answer: Heard, job_keys: dict[str, str], notice: str = "") -> HeartbeatReply:
    return HeartbeatReply(
        server_time=time.time(),
        job_keys=job_keys,
        # a host that is changed although nobody holds it puts itself back, whatever got lost
        held=answer.is_held or beat.condition != HostCondition.APPLIED,
        notice=notice,
        # pages draw what proxies count: of a backend behind them it would be the same requests again
        watched=watch_state.by_anybody() and not answer.is_behind_proxies,
        beat_after_s=answer.beat_every_s,
    )


def _note(session: Session, host: Host, beat: Heartbeat) -> None:
    """What is new; the jobs of an agent's previous start are lost."""
    if host.instance != beat.instance:
        known_agent = active_agent.known_agent(host)
        if is_duplicate(known_agent, beat.instance):
            raise Conflict(active_agent.explain_to_duplicate(host))
        host.displaced = displaced_by(known_agent)
        text = f"the agent on {host.name} was restarted"
        lose_sent(session, host, "agent_restarted", text)
    if beat.servers is not None:
        servers = plain([server.model_dump(mode="json") for server in beat.servers], "servers")
        host.facts = {**host.facts, "servers": servers}
        publish_after_commit(session, {"type": "host", "host_id": host.id})
    disk_space.note_host(host.id, beat.no_space)
    agent_unrestored = plain(
        [unrestored_setting.model_dump(mode="json") for unrestored_setting in beat.unrestored_settings],
        "unrestored_settings",
    )
    unrestored_settings = lost_changes.with_ours(agent_unrestored, host.unrestored_settings)
    condition = lost_changes.condition(_condition(session, host, beat), unrestored_settings)
    claim = _claim_of(session, beat)
    before = (True, host.condition, host.instance, host.unrestored_settings, host.claimed)
    has_changed = (host.online, condition, beat.instance, unrestored_settings, claim) != before
    dropped_more, host.dropped_messages = host.dropped_messages != beat.dropped, beat.dropped
    host.instance, host.active_jobs = beat.instance, beat.active_jobs
    host.online, host.last_seen = True, datetime.now(UTC)
    host.unrestored_settings, host.claimed = unrestored_settings, claim
    become(session, host, condition)
    if has_changed or dropped_more:
        publish_after_commit(session, {"type": "host", "host_id": host.id})
    if has_changed:
        wake_by_host(session, host.id)


def _claim_of(session: Session, beat: Heartbeat) -> dict[str, Any] | None:
    """Who else holds the host. Experiments of this dashboard that go on have their own line."""
    if beat.claimed is None or experiments_queries.is_unfinished(session, beat.claimed.experiment):
        return None
    return {name: printable_text(text, 200) for name, text in beat.claimed.model_dump().items()}


def _condition(session: Session, host: Host, beat: Heartbeat) -> HostCondition:
    """What the agent says; but a host that was offline when its experiment ended needs a restore.

    It could not be asked then, so it is asked now: to end what it still works on, and to restore itself.
    """
    is_left = beat.condition == HostCondition.APPLIED or (
        beat.condition == HostCondition.CLEAN and beat.active_jobs
    )
    given_up = host.condition == HostCondition.NEEDS_RESTORE and host.id not in testbeds_queries.holders(
        session
    )
    if not (is_left and given_up):
        return beat.condition
    if not hosts_queries.is_asked_to_restore(session, host.id):
        if beat.active_jobs:
            send(session, host, CancelJob(job_ids=beat.active_jobs), JobPurpose.CANCEL, RESTORE_S)
        send(session, host, RestoreJob(), JobPurpose.RESTORE, RESTORE_S)
    return HostCondition.NEEDS_RESTORE
