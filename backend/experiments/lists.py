"""Lists of experiments: what was kept of those that have ended, and counts of those that have not."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.analysis.ceiling_result import ceiling_out
from backend.analysis.ceiling_schemas import CeilingOut
from backend.analysis.progress import progress_of
from backend.analysis.schemas import Progress
from backend.definition.ceiling_rules import is_search
from backend.experiments.schemas import ExperimentSummary
from backend.records import experiments_queries, runs_queries
from backend.records.access import accounts_queries
from backend.records.diagnostics import diagnostics_queries
from backend.records.experiments import Experiment
from backend.records.lists import queries as lists_queries
from backend.records.lists.queries import NEWEST_FIRST, Order
from backend.refs import ExperimentRef, PersonRef
from backend.scheduling import queue_positions


def list_experiments(
    session: Session,
    conditions: Sequence[ColumnElement[bool]],
    limit: int,
    before: str | None,
    order: Order = NEWEST_FIRST,
) -> list[ExperimentSummary]:
    """Experiments that meet all conditions, in order, in a fixed number of queries.

    before  id of the last one of the page before
    """
    rows = lists_queries.page_of(session, conditions, limit, order, before)
    if rows is None:
        raise experiments_queries.not_found(before or "")
    progress = progress_of_all(session, [row.id for row in rows if not ExperimentState(row.state).is_final])
    people = accounts_queries.people(session, {row.owner_id for row in rows})
    return [_summary(row, people.get(row.owner_id or ""), progress.get(row.id)) for row in rows]


def _summary(row: Row[Any], owner: PersonRef | None, progress: Progress | None) -> ExperimentSummary:
    testbed = ExperimentRef(id=row.testbed_id, name=row.testbed or "") if row.testbed_id else None
    is_archived = row.archived_at is not None
    return ExperimentSummary.model_validate(
        row._asdict() | {"testbed": testbed, "owner": owner, "archived": is_archived, "progress": progress}
    )


def progress_of_all(session: Session, ids: Sequence[str]) -> dict[str, Progress | None]:
    """Experiment id → how far it is, in a fixed number of queries."""
    if not ids:
        return {}
    experiments = experiments_queries.experiments_by_id(session, ids)
    tallies = lists_queries.tallies(session, experiments)
    diagnostics = diagnostics_queries.tallies(
        session, [i for i, e in experiments.items() if e.diagnosing_since]
    )
    searches = _searches(session, [e for e in experiments.values() if is_search(e.definition)])
    line = queue_positions.read(session)
    changing = lists_queries.hosts_in_transition(session, experiments)
    return {
        i: progress_of(
            e,
            tallies[i],
            searches.get(i),
            queue_positions.sentence(line, e),
            changing.get(i, ()),
            queue_positions.space_shortage(line, e),
            diagnostics=diagnostics.get(i),
        )
        for i, e in experiments.items()
    }


def _searches(session: Session, experiments: Iterable[Experiment]) -> Mapping[str, CeilingOut | None]:
    """Experiment id → the results of a search so far."""
    ids = [e.id for e in experiments]
    runs = runs_queries.runs_of(session, ids) if ids else []
    probes = runs_queries.trial_rows_of(session, ids) if ids else []
    return {
        e.id: ceiling_out(
            e, [r for r in runs if r.experiment_id == e.id], [t for t in probes if t.experiment_id == e.id]
        )
        for e in experiments
    }
