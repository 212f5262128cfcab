"""Profiles of a run, and of two runs against each other, as the API says them."""

from dataclasses import asdict
from typing import cast

from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from backend.causes import calls
from backend.causes.calls import CallTable
from backend.causes.profiles.changes import Changes, changes, in_order, in_pairs
from backend.causes.profiles.costs import Look
from backend.causes.profiles.frames import Frame, Part
from backend.causes.profiles.remarks import remarks
from backend.causes.profiles.sentence import Spent, explained, sentence, spent
from backend.causes.profiles.spending import Cost, Spending, spending
from backend.errors import NotFound
from backend.experiments.results import deltas
from backend.experiments.results.profiles.reading import Seen, chosen, counted, roles_in_order, seen
from backend.experiments.results.profiles.schemas import (
    CauseOut,
    ChangeFunction,
    ChangeNode,
    ChangePart,
    ChangeTree,
    CostFunction,
    CostNode,
    CostPart,
    CostTree,
    CpuChange,
    CpuCost,
    ProfileDifference,
    ProfiledRole,
    RunProfile,
)
from backend.ids import is_id
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.looks import profiles_queries
from backend.records.runs import Run

UNPAIRED = (
    "These runs are of two experiments: neither trials nor looks were made in turns. Intervals are unpaired, "
    "and what changed on the hosts between the two is part of every difference."
)


def of_run(session: Session, experiment: Experiment, run: Run, role: Role | None = None) -> RunProfile:
    """Where its CPU time goes; of `role`, else of the server under test."""
    found = seen(session, [experiment], [run])
    looks = found.looks[run.id]
    roles = roles_in_order(run, looks)
    told = chosen(roles, role)
    return RunProfile(
        run_id=run.id,
        name=run.name,
        roles=[ProfiledRole(role=r, host=found.hosts.get(r, ""), looks=len(looks[r])) for r in roles],
        shown=_cost_tree(told, looks[told]) if told else None,
        missing=found.missing,
    )


def difference(
    session: Session, experiment_id: str, a: str | None, b: str, role: Role | None = None
) -> ProfileDifference:
    """Run B of this experiment against A, of any experiment, else against its baseline; NotFound says what
    is not there."""
    experiment = experiments_queries.existing(session, experiment_id)
    runs = {run.id: run for run in runs_queries.runs_of(session, [experiment_id])}
    of_b = runs.get(b)
    if a:
        of_a = runs.get(a) or runs_queries.runs_by_id(session, {a} if is_id(a) else ()).get(a)
    else:
        of_a = of_b and deltas.baseline_of(of_b, list(runs.values()))
    if of_b is None:
        raise NotFound(f"The experiment “{experiment.name}” has no run {b}")
    if of_a is None:
        raise NotFound(f"There is no run {a}" if a else f"“{of_b.name}” has no baseline")
    return _between(session, of_a, of_b, role)


def _between(session: Session, a: Run, b: Run, role: Role | None) -> ProfileDifference:
    ids = {a.experiment_id, b.experiment_id}
    found = seen(session, list(experiments_queries.experiments_by_id(session, ids).values()), [a, b])
    pairs = _pairs(found, a, b)
    compared = changes(pairs)
    exact = _exact(session, a, b)
    counts = _calls(session, a, b)
    roles = roles_in_order(b, compared)
    told = chosen(roles, role)
    return ProfileDifference(
        a_run_id=a.id,
        b_run_id=b.id,
        a_name=a.name,
        b_name=b.name,
        unpaired="" if _is_paired(a, b) else UNPAIRED,
        causes=[
            _cause(exact[r], found.hosts.get(r, ""), compared.get(r), counts.get(r))
            for r in roles_in_order(b, exact)
        ],
        roles=[ProfiledRole(role=r, host=found.hosts.get(r, ""), looks=compared[r].rounds) for r in roles],
        shown=_change_tree(told, compared[told], [*pairs[told][0], *pairs[told][1]]) if told else None,
        missing=found.missing,
    )


def cause(session: Session, experiment: Experiment, a: Run, b: Run) -> str | None:
    """What made the difference, in one sentence: of the server under test, or of another host where only
    that one's CPU time changed clearly. None where no look saw anything."""
    compared = changes(_pairs(seen(session, [experiment], [a, b]), a, b))
    counts = _calls(session, a, b)
    exact = _exact(session, a, b)
    seen_of: dict[Role, bool] = {r: exact[r].clear for r in exact if r in compared or r in counts}
    clear: dict[Role, bool] = {role: found for role, found in seen_of.items() if found}
    told = chosen(roles_in_order(b, clear or seen_of), None)
    return sentence(exact[told], compared.get(told), counts.get(told)) if told else None


def _is_paired(a: Run, b: Run) -> bool:
    return a.experiment_id == b.experiment_id


def _pairs(found: Seen, a: Run, b: Run) -> dict[Role, tuple[list[Look], list[Look]]]:
    of_a, of_b = found.looks[a.id], found.looks[b.id]
    beside = in_pairs if _is_paired(a, b) else in_order
    return {role: beside(of_a[role], of_b[role]) for role in of_a if role in of_b}


def _exact(session: Session, a: Run, b: Run) -> dict[Role, Spent]:
    of_a, of_b = counted(session, a), counted(session, b)
    return spent({role: (of_a[role], of_b[role]) for role in of_a if role in of_b}, _is_paired(a, b))


def _calls(session: Session, a: Run, b: Run) -> dict[Role, CallTable]:
    """Role → system calls of B beside those of A, of roles that were counted on both sides."""
    rows = profiles_queries.system_calls(session, [a.id, b.id])
    if not _is_paired(a, b):
        rows = [row._replace(round=1) for row in rows]  # counts are exact: they need no pairs
    of_a, of_b = ([row for row in rows if row.run_id == run.id] for run in (a, b))
    both = {row.role for row in of_a} & {row.role for row in of_b}
    found = calls.tables(of_b, of_a, max(run.workload.get("connections", 0) for run in (a, b)))
    return {cast(Role, table.role): table for table in found if table.role in both}


def _cause(exact: Spent, host: str, compared: Changes | None, counts: CallTable | None) -> CauseOut:
    return CauseOut(
        role=exact.role,
        host=host,
        sentence=sentence(exact, compared, counts),
        change=exact.change,
        low=exact.low,
        high=exact.high,
        clear=exact.clear,
        explained=explained(exact, compared),
    )


def _cost_tree(role: Role, looks: list[Look]) -> CostTree | None:
    told: Spending | None = spending(looks)
    if told is None:
        return None
    return CostTree(
        role=role,
        event=looks[0].profile.event,
        hz=looks[0].profile.hz,
        looks=told.looks,
        samples=told.samples,
        whole=_cost(told.whole),
        parts=[CostPart(**_named(p.part), cost=_cost(p.cost)) for p in told.parts],
        functions=[
            CostFunction(**_named(f.frame), own=_cost(f.own), total=_cost(f.total)) for f in told.functions
        ],
        nodes=[
            CostNode(**_named(n.frame), parent=n.parent, width=n.width, cost=_cost(n.cost))
            for n in told.nodes
        ],
        remarks=remarks([look.profile for look in looks]),
    )


def _change_tree(role: Role, told: Changes, looks: list[Look]) -> ChangeTree:
    return ChangeTree(
        role=role,
        looks=told.rounds,
        whole=_change(told.whole),
        parts=[ChangePart(**_named(p.part), change=_change(p.change)) for p in told.parts],
        functions=[
            ChangeFunction(**_named(f.frame), own=_change(f.own), total=_change(f.total))
            for f in told.functions
        ],
        nodes=[
            ChangeNode(**_named(n.frame), parent=n.parent, width=n.width, change=_change(n.change))
            for n in told.nodes
        ],
        remarks=remarks([look.profile for look in looks]),
    )


def _named(found: Frame | Part) -> dict:
    return {"name": found.name, "kind": found.kind}


def _cost(cost: Cost) -> CpuCost:
    return CpuCost(mean=cost.mean, low=cost.low, high=cost.high)


def _change(change) -> CpuChange:
    return CpuChange(**asdict(change))
