"""Which of the agents with a host's credential is listened to, and what is said of the other one."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from agents.contract.reports import Facts
from backend.events import publish_after_commit
from backend.hosts.duplicate_agents import WHAT_TO_DO, KnownAgent
from backend.hosts.heartbeat_times import silent_after_s
from backend.hosts.schemas import RivalOut
from backend.hosts.stored_text import printable_text
from backend.records.hosts import Host
from backend.settings import get_settings

_SHOWN_FOR = timedelta(minutes=2)  # one that is refused asks again every half a minute


def known_agent(host: Host) -> KnownAgent:
    silence = silent_after_s(get_settings().host_silent_after_s, host.beat_every_s)
    limit = datetime.now(UTC) - timedelta(seconds=silence)
    is_alive = host.online and host.last_seen > limit
    return KnownAgent(host.instance, host.facts.get("machine", ""), is_alive, host.displaced)


def note_rival(session: Session, host: Host, facts: Facts, peer: str | None) -> str:
    """Keep who else has the credential of this host; what that agent is told."""
    if rival_of(host) is None:
        publish_after_commit(session, {"type": "host", "host_id": host.id})
    host.rival = {
        "hostname": printable_text(facts.hostname),
        "machine": printable_text(facts.machine),
        "address": peer or "this machine",
        "seen_at": datetime.now(UTC).isoformat(),
    }
    return told_to_rival(host)


def told_to_rival(host: Host) -> str:
    return f"Another agent is {host.name} already, on {_place(host.facts, host.address)}. {WHAT_TO_DO}"


def rival_of(host: Host) -> RivalOut | None:
    """The other agent, while it goes on asking."""
    rival = RivalOut.model_validate(host.rival) if host.rival else None
    return rival if rival and datetime.now(UTC) - rival.seen_at < _SHOWN_FOR else None


def notice_for(host: Host) -> str:
    """What the agent that is listened to is told; empty: nothing."""
    rival = rival_of(host)
    if rival is None:
        return ""
    place = _place({"hostname": rival.hostname, "machine": rival.machine}, rival.address)
    return f"A second agent on {place} has the credential of {host.name} and is not listened to. {WHAT_TO_DO}"


def _place(facts: Mapping[str, Any], address: str) -> str:
    machine = str(facts.get("machine", ""))[:8]
    return f"{printable_text(str(facts.get('hostname', '')))} ({address}, machine {machine})"
