"""Active agent of a host: of two with its credential one is listened to, and both are told."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from agents.contract.reports import Facts
from backend.events import publish_after_commit
from backend.hosts.duplicate_agents import WHAT_TO_DO, KnownAgent
from backend.hosts.heartbeat_times import silent_after_s
from backend.hosts.schemas import DuplicateAgentOut
from backend.presentation.words import printable_text
from backend.records.hosts import Host
from backend.settings import get_settings

_SHOWN_FOR = timedelta(minutes=2)  # one that is refused asks again every half a minute


def known_agent(host: Host) -> KnownAgent:
    silence = silent_after_s(get_settings().host_silent_after_s, host.beat_every_s)
    limit = datetime.now(UTC) - timedelta(seconds=silence)
    is_alive = host.online and host.last_seen > limit
    return KnownAgent(host.instance, host.facts.get("machine", ""), is_alive, host.displaced)


def note_duplicate(session: Session, host: Host, facts: Facts, peer: str | None) -> str:
    """Store the other agent that has the credential of this host; return what that agent is told."""
    if duplicate_agent_of(host) is None:
        publish_after_commit(session, {"type": "host", "host_id": host.id})
    host.duplicate_agent = {
        "hostname": printable_text(facts.hostname),
        "machine": printable_text(facts.machine),
        "address": peer or "this machine",
        "seen_at": datetime.now(UTC).isoformat(),
    }
    return explain_to_duplicate(host)


def explain_to_duplicate(host: Host) -> str:
    return f"Another agent is {host.name} already, on {_place(host.facts, host.address)}. {WHAT_TO_DO}"


def duplicate_agent_of(host: Host) -> DuplicateAgentOut | None:
    """The duplicate agent, while it goes on asking."""
    duplicate = DuplicateAgentOut.model_validate(host.duplicate_agent) if host.duplicate_agent else None
    return duplicate if duplicate and datetime.now(UTC) - duplicate.seen_at < _SHOWN_FOR else None


def notice_for(host: Host) -> str:
    """What the agent that is listened to is told; empty: nothing."""
    duplicate = duplicate_agent_of(host)
    if duplicate is None:
        return ""
    place = _place({"hostname": duplicate.hostname, "machine": duplicate.machine}, duplicate.address)
    return f"A second agent on {place} has the credential of {host.name} and is refused. {WHAT_TO_DO}"


def _place(facts: Mapping[str, Any], address: str) -> str:
    machine = str(facts.get("machine", ""))[:8]
    return f"{printable_text(str(facts.get('hostname', '')))} ({address}, machine {machine})"
