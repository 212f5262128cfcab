"""SQL of diagnostics."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from agents.contract.states import TrialState
from backend.records.runs import OPEN_TRIALS, Diagnostic, Run


class DiagnosticsTally(NamedTuple):
    """How the diagnostics of an experiment stand, counted."""

    total: int
    open: int
    kind: str  # of the look at work, else of the next one; of the first where none is left
    run: str  # its name
    run_id: str


def diagnostics_of(session: Session, experiment_id: str) -> Sequence[Diagnostic]:
    """All diagnostics of an experiment in their order, without what the tool printed."""
    query = select(Diagnostic).where(Diagnostic.experiment_id == experiment_id)
    return session.scalars(query.order_by(Diagnostic.position, Diagnostic.attempt)).all()


def tallies(session: Session, experiment_ids: Collection[str]) -> dict[str, DiagnosticsTally]:
    """Experiment id → how its diagnostics stand."""
    if not experiment_ids:
        return {}
    is_open = Diagnostic.state.in_(OPEN_TRIALS)
    total, open_count = func.count(), func.count().filter(is_open)
    of = Diagnostic.experiment_id
    rows = session.execute(
        select(
            of,
            total.over(partition_by=of),
            open_count.over(partition_by=of),
            Diagnostic.diagnostic,
            Run.name,
            Run.id,
        )
        .join(Run, Run.id == Diagnostic.run_id)
        .where(of.in_(experiment_ids))
        .ext(distinct_on(of))
        .order_by(
            of, ~is_open, Diagnostic.state == TrialState.QUEUED, Diagnostic.position, Diagnostic.attempt
        )
    )
    return {row[0]: DiagnosticsTally(row[1], row[2], row[3], row[4], row[5]) for row in rows}


PROFILE = "profile"


def missing(session: Session, run_ids: Collection[str]) -> dict[str, str]:
    """Host id → why it could take no profile of these runs, by its latest diagnostic."""
    rows = session.scalars(
        select(Diagnostic.missing)
        .where(
            Diagnostic.run_id.in_(run_ids), Diagnostic.diagnostic == PROFILE, Diagnostic.missing.is_not(None)
        )
        .order_by(Diagnostic.round, Diagnostic.position)
    )
    return {host_id: reason for row in rows if row for host_id, reason in row.items()}
