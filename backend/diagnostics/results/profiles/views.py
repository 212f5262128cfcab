"""Profiles of a run, and of two runs against each other, as the API says them."""

from collections.abc import Mapping
from typing import cast

from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from backend.analysis.candidates.comparisons import reference_of
from backend.diagnostics import system_calls
from backend.diagnostics.profiles.changes import Changes, changes, in_order, in_pairs
from backend.diagnostics.profiles.costs import Diagnostic
from backend.diagnostics.profiles.cpu_change import Spent, Values, compare_cpu
from backend.diagnostics.profiles.remarks import remarks
from backend.diagnostics.profiles.sentence import explained_share, sentence
from backend.diagnostics.profiles.spending import spending
from backend.diagnostics.results.profiles.reading import (
    Seen,
    choose_role,
    read_counts,
    read_profiles,
    roles_in_order,
)
from backend.diagnostics.results.profiles.schemas import (
    CauseOut,
    ChangeTree,
    CostTree,
    ProfileDifference,
    ProfiledRole,
    RunProfile,
)
from backend.diagnostics.system_calls import CallTable
from backend.errors import NotFound
from backend.ids import is_id
from backend.model_fields import copy_fields
from backend.records import experiments_queries, runs_queries
from backend.records.diagnostics import profiles_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run

UNPAIRED = (
    "These runs are of two experiments: neither trials nor diagnostics were made in turns. Intervals are "
    "unpaired, and what changed on the hosts between the two is part of every difference."
)


def of_run(session: Session, experiment: Experiment, run: Run, role: Role | None = None) -> RunProfile:
    """Show where a run's CPU time goes; of `role`, else of the server under test."""
    profiles = read_profiles(session, [experiment], [run])
    diagnostics = profiles.diagnostics[run.id]
    roles = roles_in_order(run, diagnostics)
    chosen_role = choose_role(roles, role)
    return RunProfile(
        run_id=run.id,
        name=run.name,
        roles=[
            ProfiledRole(role=r, host=profiles.hosts.get(r, ""), diagnostics=len(diagnostics[r]))
            for r in roles
        ],
        shown=_cost_tree(chosen_role, diagnostics[chosen_role]) if chosen_role else None,
        missing=profiles.missing,
    )


def difference(
    session: Session, experiment_id: str, a: str | None, b: str, role: Role | None = None
) -> ProfileDifference:
    """Run B of this experiment against A, of any experiment, else against its baseline; NotFound says what
    is not there."""
    return _between(session, *find_sides(session, experiment_id, a, b), role)


def find_sides(session: Session, experiment_id: str, a: str | None, b: str) -> tuple[Run, Run]:
    """Run A, of any experiment or else the baseline of B, and run B of this one; NotFound says which is not
    there."""
    experiment = experiments_queries.existing(session, experiment_id)
    runs = {run.id: run for run in runs_queries.runs_of(session, [experiment_id])}
    of_b = runs.get(b)
    if a:
        of_a = runs.get(a) or runs_queries.runs_by_id(session, {a} if is_id(a) else ()).get(a)
    else:
        of_a = of_b and reference_of(experiment, of_b, list(runs.values()))
    if of_b is None:
        raise NotFound(f"The experiment “{experiment.name}” has no run {b}")
    if of_a is None:
        raise NotFound(f"There is no run {a}" if a else f"“{of_b.name}” has no baseline")
    return of_a, of_b


def _between(session: Session, a: Run, b: Run, role: Role | None) -> ProfileDifference:
    ids = {a.experiment_id, b.experiment_id}
    experiments = experiments_queries.experiments_by_id(session, ids)
    profiles = read_profiles(session, list(experiments.values()), [a, b])
    pairs = _pairs(profiles, a, b)
    changes_by_role = changes(pairs)
    exact = _exact(session, experiments, a, b)
    counts = _calls(session, a, b)
    roles = roles_in_order(b, changes_by_role)
    chosen_role = choose_role(roles, role)
    return ProfileDifference(
        a_run_id=a.id,
        b_run_id=b.id,
        a_name=a.name,
        b_name=b.name,
        unpaired="" if _is_paired(a, b) else UNPAIRED,
        causes=[
            _cause(exact[r], profiles.hosts.get(r, ""), changes_by_role.get(r), counts.get(r))
            for r in roles_in_order(b, exact)
        ],
        roles=[
            ProfiledRole(role=r, host=profiles.hosts.get(r, ""), diagnostics=changes_by_role[r].rounds)
            for r in roles
        ],
        shown=_change_tree(
            chosen_role, changes_by_role[chosen_role], [*pairs[chosen_role][0], *pairs[chosen_role][1]]
        )
        if chosen_role
        else None,
        missing=profiles.missing,
    )


def cause(session: Session, experiment: Experiment, a: Run, b: Run) -> str | None:
    """Say in one sentence what made the difference: of the server under test, or of another host where
    only that one's CPU time changed clearly. None where no diagnostic saw anything."""
    changes_by_role = changes(_pairs(read_profiles(session, [experiment], [a, b]), a, b))
    counts = _calls(session, a, b)
    exact = _exact(session, {experiment.id: experiment}, a, b)
    seen_of: dict[Role, bool] = {r: exact[r].clear for r in exact if r in changes_by_role or r in counts}
    clear: dict[Role, bool] = {role: is_clear for role, is_clear in seen_of.items() if is_clear}
    chosen_role = choose_role(roles_in_order(b, clear or seen_of), None)
    return (
        sentence(exact[chosen_role], changes_by_role.get(chosen_role), counts.get(chosen_role))
        if chosen_role
        else None
    )


def _is_paired(a: Run, b: Run) -> bool:
    return a.experiment_id == b.experiment_id


def _pairs(profiles: Seen, a: Run, b: Run) -> dict[Role, tuple[list[Diagnostic], list[Diagnostic]]]:
    of_a, of_b = profiles.diagnostics[a.id], profiles.diagnostics[b.id]
    beside = in_pairs if _is_paired(a, b) else in_order
    return {role: beside(of_a[role], of_b[role]) for role in of_a if role in of_b}


def _exact(session: Session, experiments: Mapping[str, Experiment], a: Run, b: Run) -> dict[Role, Spent]:
    of_a, of_b = (read_counts(session, experiments[run.experiment_id], run) for run in (a, b))
    sides: dict[Role, tuple[Values, Values]] = {
        role: (of_a.cpu[role], of_b.cpu[role]) for role in of_a.cpu if role in of_b.cpu
    }
    return compare_cpu(sides, _is_paired(a, b), (of_a.starts, of_b.starts))


def _calls(session: Session, a: Run, b: Run) -> dict[Role, CallTable]:
    """Role → system calls of B beside those of A, of roles that were counted on both sides."""
    rows = profiles_queries.system_calls(session, [a.id, b.id])
    if not _is_paired(a, b):
        rows = [row._replace(round=1) for row in rows]  # counts are exact: they need no pairs
    of_a, of_b = ([row for row in rows if row.run_id == run.id] for run in (a, b))
    roles = {row.role for row in of_a} & {row.role for row in of_b}
    call_tables = system_calls.tables(of_b, of_a, max(run.workload.get("connections", 0) for run in (a, b)))
    return {cast(Role, table.role): table for table in call_tables if table.role in roles}


def _cause(exact: Spent, host: str, role_changes: Changes | None, counts: CallTable | None) -> CauseOut:
    return copy_fields(
        CauseOut,
        exact,
        host=host,
        sentence=sentence(exact, role_changes, counts),
        explained=explained_share(exact, role_changes),
    )


def _cost_tree(role: Role, diagnostics: list[Diagnostic]) -> CostTree | None:
    totals = spending(diagnostics)
    if totals is None:
        return None
    profile = diagnostics[0].profile
    notes = remarks([diagnostic.profile for diagnostic in diagnostics])
    return copy_fields(CostTree, totals, role=role, event=profile.event, hz=profile.hz, remarks=notes)


def _change_tree(role: Role, role_changes: Changes, diagnostics: list[Diagnostic]) -> ChangeTree:
    notes = remarks([diagnostic.profile for diagnostic in diagnostics])
    return copy_fields(ChangeTree, role_changes, role=role, diagnostics=role_changes.rounds, remarks=notes)
