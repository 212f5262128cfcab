"""Changes of a host whose agent lost its state directory: the agent that comes in its place restores them.

Every agent has restored its host by its own journal before it enrols, so what still stands was lost with a
journal. An agent that comes with a credential of its own makes the host one that needs a restore: only a
person knows why its journal and its host differ.
"""

from sqlalchemy.orm import Session

from agents.contract.enrolment import Enrolment
from agents.contract.reports import AppliedSetting
from agents.contract.states import HostCondition
from backend.execution.jobs import lost_changes as decisions
from backend.execution.jobs.condition import become
from backend.records import hosts_queries
from backend.records.hosts import Host


def may_take_over(enrolment: Enrolment, host: Host | None) -> bool:
    """Whether a new agent of this host is where the one before was: on the same boot of the same machine."""
    machine = enrolment.facts.machine
    return enrolment.takes_over and host is not None and machine == host.facts.get("machine") != ""


def lost_changes(session: Session, host: Host) -> list[AppliedSetting]:
    """What an earlier agent applied and did not restore for a job; the new one sees what still stands."""
    return decisions.newest(hosts_queries.applied_since_restored(session, host.id))


def note_lost_changes(session: Session, host: Host) -> None:
    """What still stands needs a restore, with its command for a person."""
    applied_settings = hosts_queries.applied_since_restored(session, host.id)
    unrestored_settings = decisions.without_undone(host.unrestored_settings or [], host.facts)
    host.unrestored_settings = decisions.with_ours(
        unrestored_settings, decisions.still_changed(applied_settings, host.facts)
    )
    reported_condition = HostCondition(host.condition or HostCondition.CLEAN)
    become(session, host, decisions.condition(reported_condition, host.unrestored_settings))
