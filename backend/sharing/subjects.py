"""From a link's row, or the wish for one, to what lies inside of it as the record stands now."""

from collections.abc import Mapping
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from backend.comparisons import saved
from backend.comparisons.groups import of_factor
from backend.comparisons.selection import SIDES, selection_of
from backend.errors import NotFound
from backend.records import experiments_queries, runs_queries
from backend.runs import service as runs
from backend.sharing.schemas import Kind
from backend.sharing.scope import Inside


def page(kind: Kind, as_report: bool, subject_id: str | None, state: Mapping[str, str] | None) -> str:
    """The address of its page, as it is for who is signed in."""
    report = "/report" if as_report else ""
    if kind == Kind.EXPERIMENT:
        return f"/experiments/{subject_id}{report}"
    if kind == Kind.RUN:
        return f"/runs/{subject_id}"
    return f"/c/{subject_id}{report}" if subject_id else f"/compare{report}?{urlencode(dict(state or {}))}"


def inside_of(
    session: Session, kind: str, subject_id: str | None, state: Mapping[str, str] | None, as_report: bool
) -> Inside:
    """DynoError where the subject is not there any more."""
    if kind == Kind.EXPERIMENT:
        return _experiment(session, subject_id or "", as_report)
    if kind == Kind.RUN:
        return _run(session, subject_id or "")
    return _comparison(session, subject_id, state or {}, as_report)


def _experiment(session: Session, experiment_id: str, as_report: bool) -> Inside:
    row = experiments_queries.existing(session, experiment_id)
    runs = runs_queries.runs_of(session, [row.id])
    return Inside(
        kind=Kind.EXPERIMENT,
        as_report=as_report,
        title=row.name,
        page=page(Kind.EXPERIMENT, as_report, row.id, None),
        experiments=frozenset([row.id]),
        runs=frozenset(run.id for run in runs),
        experiment=row.id,
    )


def _run(session: Session, run_id: str) -> Inside:
    row, experiment = runs.row(session, run_id)
    return Inside(
        kind=Kind.RUN,
        as_report=False,
        title=f"{row.name} · {experiment.name}",
        page=page(Kind.RUN, False, row.id, None),
        experiments=frozenset([experiment.id]),
        runs=frozenset([row.id]),
    )


def _comparison(
    session: Session, comparison_id: str | None, state: Mapping[str, str], as_report: bool
) -> Inside:
    row = saved.row(session, comparison_id) if comparison_id else None
    state = dict(row.state) if row else dict(state)
    experiment_of_run = _runs_of(session, state)
    return Inside(
        kind=Kind.COMPARISON,
        as_report=as_report,
        title=row.name if row else "A view of Compare",
        page=page(Kind.COMPARISON, as_report, row.id if row else None, state),
        experiments=frozenset(experiment_of_run.values()),
        runs=frozenset(experiment_of_run),
        comparison=row.id if row else None,
        state=state,
    )


def _runs_of(session: Session, state: Mapping[str, str]) -> dict[str, str]:
    """Run → its experiment, of every run that is compared."""
    selection, _ = selection_of(state)
    if selection.experiment is None:
        ids = [i for letter in SIDES for i in selection.sides().get(letter, ())]
        runs = list(runs_queries.runs_by_id(session, ids).values())
    else:
        experiment = experiments_queries.existing(session, selection.experiment)
        factors = experiment.definition.get("factors") or {}
        every = runs_queries.runs_of(session, [experiment.id])
        pairs = of_factor(every, factors, selection.factor, selection.level_a, selection.level_b)
        runs = list(pairs.runs())
    if not runs:
        raise NotFound("None of these runs exists any more")
    return {run.id: run.experiment_id for run in runs}
