"""SQL of looks."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from agents.contract.states import TrialState
from backend.records.runs import OPEN_TRIALS, Look, Run


class LooksTally(NamedTuple):
    """How the looks of an experiment stand, counted."""

    total: int
    open: int
    kind: str  # of the look at work, else of the next one; of the first where none is left
    run: str  # its name
    run_id: str


def looks_of(session: Session, experiment_id: str) -> Sequence[Look]:
    """All looks of an experiment in their order, without what the tool printed."""
    query = select(Look).where(Look.experiment_id == experiment_id)
    return session.scalars(query.order_by(Look.position, Look.attempt)).all()


def tallies(session: Session, experiment_ids: Collection[str]) -> dict[str, LooksTally]:
    """Experiment id → how its looks stand."""
    if not experiment_ids:
        return {}
    is_open = Look.state.in_(OPEN_TRIALS)
    total, open_count = func.count(), func.count().filter(is_open)
    of = Look.experiment_id
    rows = session.execute(
        select(of, total.over(partition_by=of), open_count.over(partition_by=of), Look.look, Run.name, Run.id)
        .join(Run, Run.id == Look.run_id)
        .where(of.in_(experiment_ids))
        .ext(distinct_on(of))
        .order_by(of, ~is_open, Look.state == TrialState.QUEUED, Look.position, Look.attempt)
    )
    return {row[0]: LooksTally(row[1], row[2], row[3], row[4], row[5]) for row in rows}
