"""SQL of lists of experiments: as many statements for many rows as for one."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, SQLColumnExpression, case, func, or_, select, tuple_
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from agents.contract.states import RunState, TrialState
from backend.ids import made_at
from backend.records.experiments import OPEN_JOBS, Experiment, JobRow
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose
from backend.records.lists.tally import Place, Tally
from backend.records.runs import OPEN_TRIALS, Run, Trial
from backend.records.testbeds import Testbed

TOOLS_JOINED_BY = " and "
"""Of the load tools of an experiment, by name."""
_LAUNCH = timedelta(seconds=10)
"""Bound of the time between the id of an experiment and its row."""
_COLUMNS = (
    *("id", "name", "kind", "state", "recipe", "form", "origin", "testbed_id", "owner_id", "tags", "starred"),
    *("archived_at", "created_at", "started_at", "finished_at", "failure", "headline", "figures"),
)
"""Of an experiment, in lists; definition, facts and texts stay in the table."""


class Order(NamedTuple):
    """Column that a list is sorted by. Equal rows stand by time; rows without a value are last."""

    column: str = "when"  # a name of SORTED_BY
    is_ascending: bool = False


NEWEST_FIRST = Order()
_CHANGE, _P99 = (Experiment.figures[name]["change"].as_float() for name in ("change", "p99"))
_VERDICT = Experiment.figures["change"]["verdict"].as_string()
_TRUST = Experiment.headline["trust"]["level"].as_string()
_LEAST_TRUST_LAST = ("green", "amber", "red")
_BEST_LAST = ("interim", "left_out", "unclear", "same", "fails_more", "worse", "better")
SORTED_BY: dict[str, tuple[ColumnElement[Any], ...]] = {
    "when": (),
    "name": (func.lower(Experiment.name),),
    "verdict": (case({word: float(n) for n, word in enumerate(_BEST_LAST)}, value=_VERDICT),),
    "change": (_CHANGE,),
    "trust": (case({level: float(n) for n, level in enumerate(_LEAST_TRUST_LAST)}, value=_TRUST),),
    "p99": (_P99,),
    "minutes": (Experiment.figures["seconds"].as_float(),),
}


def page_of(
    session: Session,
    conditions: Sequence[ColumnElement[bool]],
    limit: int,
    order: Order,
    after: str | None,
) -> Sequence[Row[Any]] | None:
    """Experiments that meet all conditions, in order: _COLUMNS, testbed, runs, rounds and tool.

    after  id of the last one of the page before; None is answered where that is no id

    Where it was deleted meanwhile, the list goes on from the time of its id, or begins again in an order that
    the id does not tell: some rows come twice, none is left out.
    """
    sort_keys = _sort_keys(order)
    query = select(*(getattr(Experiment, name) for name in _COLUMNS), *_with_labels(sort_keys))
    query = query.where(*conditions).limit(limit)
    if after is not None:
        anchor = session.execute(select(*sort_keys).where(Experiment.id == after)).one_or_none()
        moment = made_at(after)
        if anchor is not None:
            place, last_place = tuple_(*sort_keys), tuple(anchor)
            query = query.where(place > last_place if order.is_ascending else place < last_place)
        elif moment is None:
            return None
        elif order.column == NEWEST_FIRST.column:
            is_later = Experiment.created_at >= moment - _LAUNCH
            query = query.where(is_later if order.is_ascending else Experiment.created_at <= moment + _LAUNCH)
    page = query.order_by(*_in_direction(sort_keys, order)).subquery("page")
    runs = select(func.count()).where(Run.experiment_id == page.c.id).scalar_subquery()
    rounds = select(func.max(Trial.round)).where(Trial.experiment_id == page.c.id).scalar_subquery()
    tool_names = func.string_agg(Run.workload["tool"].astext.distinct(), TOOLS_JOINED_BY)
    tool = select(tool_names).where(Run.experiment_id == page.c.id).scalar_subquery()
    more = (
        Testbed.name.label("testbed"),
        runs.label("runs"),
        func.coalesce(rounds, 0).label("rounds"),
        func.coalesce(tool, "").label("tool"),
    )
    return session.execute(
        select(*(page.c[name] for name in _COLUMNS), *more)
        .outerjoin(Testbed, Testbed.id == page.c.testbed_id)
        .order_by(*_in_direction([page.c[f"sort_{n}"] for n in range(len(sort_keys))], order))
    ).all()


def _sort_keys(order: Order) -> list[SQLColumnExpression[Any]]:
    """Column of the order without NULL, then time and id, so that every row has a place of its own."""
    beyond = float("inf" if order.is_ascending else "-inf")
    values = SORTED_BY[order.column]
    known_values = [v if order.column == "name" else func.coalesce(v, beyond) for v in values]
    return [*known_values, Experiment.created_at, Experiment.id]


def _with_labels(sort_keys: Sequence[SQLColumnExpression[Any]]) -> list[ColumnElement[Any]]:
    return [key.label(f"sort_{n}") for n, key in enumerate(sort_keys)]


def _in_direction(sort_keys: Sequence[SQLColumnExpression[Any]], order: Order) -> list[ColumnElement[Any]]:
    return [key.asc() if order.is_ascending else key.desc() for key in sort_keys]


def tallies(session: Session, ids: Collection[str]) -> dict[str, Tally]:
    """Experiment id → how its runs and trials stand."""
    runs = {row.experiment_id: row for row in session.execute(_runs(ids))}
    at = {of: Place(*place) for of, *place in session.execute(_places(ids))}
    rounds: dict[str, list[Row[Any]]] = {i: [] for i in ids}
    for row in session.execute(_rounds(ids)):
        rounds[row.experiment_id].append(row)
    return {
        i: Tally(
            runs=runs[i].runs if i in runs else 0,
            ready=runs[i].ready if i in runs else 0,
            trials=sum(row.trials for row in of),
            open_in={row.round: row.open for row in of},
            rounds=max((row.round for row in of), default=0),
            ends=[end for row in of for end in row.ends or ()],
            at=at.get(i),
        )
        for i, of in rounds.items()
    }


def _runs(ids: Collection[str]) -> Select[*tuple[Any, ...]]:
    is_ready = or_(Run.state.in_((RunState.READY, RunState.FAILED)), Run.failure.is_not(None))
    ready = func.count().filter(is_ready)
    query = select(Run.experiment_id, func.count().label("runs"), ready.label("ready"))
    return query.where(Run.experiment_id.in_(ids)).group_by(Run.experiment_id)


def _places(ids: Collection[str]) -> Select[*tuple[Any, ...]]:
    """Of each experiment the trial at work, else the next one."""
    run = (Trial.experiment_id, Trial.id, Trial.run_id, Run.name)
    waiting = Trial.state == TrialState.QUEUED
    return (
        select(*run, Trial.state, Trial.round, Trial.connections, Trial.rate)
        .join(Run, Run.id == Trial.run_id)
        .where(Trial.experiment_id.in_(ids), Trial.state.in_(OPEN_TRIALS))
        .ext(distinct_on(Trial.experiment_id))
        .order_by(Trial.experiment_id, waiting, Trial.position, Trial.attempt)
    )


def _rounds(ids: Collection[str]) -> Select[*tuple[Any, ...]]:
    return (
        select(
            Trial.experiment_id,
            Trial.round,
            func.count().label("trials"),
            func.count().filter(Trial.state.in_(OPEN_TRIALS)).label("open"),
            func.array_agg(Trial.ended_at).filter(Trial.ended_at.is_not(None)).label("ends"),
        )
        .where(Trial.experiment_id.in_(ids))
        .group_by(Trial.experiment_id, Trial.round)
    )


def hosts_in_transition(session: Session, ids: Collection[str]) -> dict[str, list[tuple[JobPurpose, str]]]:
    """Experiment id → (purpose, host name) of jobs before its next trial: apply, cool, ceiling."""
    rows = session.execute(
        select(JobRow.experiment_id, JobRow.purpose, Host.name)
        .join(Host, Host.id == JobRow.host_id)
        .where(
            JobRow.experiment_id.in_(ids),
            JobRow.purpose.in_((JobPurpose.APPLY, JobPurpose.COOL, JobPurpose.CEILING)),
            JobRow.state.in_(OPEN_JOBS),
        )
        .order_by(Host.name)
    )
    jobs_by_experiment: dict[str, list[tuple[JobPurpose, str]]] = {}
    for experiment_id, purpose, name in rows:
        jobs_by_experiment.setdefault(str(experiment_id), []).append((JobPurpose(purpose), name))
    return jobs_by_experiment
