"""Condition of a host; whoever changes it does so here, as people are told once it needs a restore."""

from sqlalchemy.orm import Session

from agents.contract.states import HostCondition
from backend.notifications import outbox
from backend.records.hosts import Host


def become(session: Session, host: Host, condition: HostCondition) -> None:
    """Its unrestored settings, which the notice counts, are set before."""
    was = host.condition
    host.condition = condition
    if condition == HostCondition.NEEDS_RESTORE != was:
        outbox.host_needs_restore(session, host)
