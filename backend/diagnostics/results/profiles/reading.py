"""Reads what diagnostics saw of runs, and what the measured trials' counters say."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from sqlalchemy.orm import Session

from agents.catalog.roles import ROLES, Role
from agents.contract.diagnostics import Profile, ProfileEvent
from agents.contract.states import TrialState
from agents.render import role_of_key
from backend.analysis.hosts_at_launch import hosts_of
from backend.definition.placeholders import role_under_test
from backend.diagnostics.profiles.costs import Diagnostic
from backend.diagnostics.results.profiles.schemas import Missing
from backend.records import runs_queries
from backend.records.diagnostics import diagnostics_queries, profiles_queries
from backend.records.diagnostics.profiles_queries import ProfileRow
from backend.records.experiments import Experiment
from backend.records.runs import Run, Trial
from backend.statistics.rules import RULES_2

Diagnostics = dict[str, dict[Role, list[Diagnostic]]]
"""Run id → role → its diagnostics by round; roles without a usable one are left out."""


@dataclass(frozen=True)
class Seen:
    diagnostics: Diagnostics
    hosts: Mapping[Role, str]
    missing: list[Missing]


def read_profiles(session: Session, experiments: Sequence[Experiment], runs: Sequence[Run]) -> Seen:
    """The profiles of these runs. Of several events only the most frequent counts: they do not add up."""
    ids = [run.id for run in runs]
    rows = profiles_queries.profiles(session, ids)
    events = Counter(row.event for row in rows)
    event = max(events, key=lambda name: (events[name], name), default="")
    diagnostics: Diagnostics = {id: {} for id in ids}
    today = {e.id for e in experiments if e.rules_version >= RULES_2}
    with_units = {run.id for run in runs if run.experiment_id in today}
    for row in rows:
        diagnostic = _diagnostic(row, row.run_id in with_units)
        if row.event == event and diagnostic.is_usable:
            diagnostics[row.run_id].setdefault(cast(Role, row.role), []).append(diagnostic)
    hosts = [host for experiment in experiments for host in hosts_of(experiment.facts)]
    names = {h.host_id: h.host for h in hosts}
    of_role: dict[Role, dict[str, None]] = {}
    for host in hosts:
        of_role.setdefault(host.role, {})[host.host] = None
    reasons = diagnostics_queries.missing(session, ids)
    return Seen(
        diagnostics,
        {role: " and ".join(host_names) for role, host_names in of_role.items()},
        [Missing(host=names.get(id, id), why=text) for id, text in reasons.items()],
    )


def roles_in_order(run: Run, by_role: Mapping[Role, object]) -> list[Role]:
    """The server under test first."""
    order: list[Role] = [role_under_test(run.topology), *ROLES]
    return [role for role in dict.fromkeys(order) if role in by_role]


def choose_role(roles: Sequence[Role], wanted_role: Role | None) -> Role | None:
    """The one asked for, else the first; None where it is not there."""
    return next((role for role in roles if wanted_role is None or role == wanted_role), None)


class Counts(NamedTuple):
    """Role → round → µs of CPU a request, and round → start of the servers; of valid, measured trials."""

    cpu: dict[Role, dict[int, float]]
    starts: dict[int, int]


def read_counts(session: Session, experiment: Experiment, run: Run) -> Counts:
    """Exact counters of a run. Under the rules of before, no starts: its words stay what they were."""
    costs: dict[Role, dict[int, list[float]]] = {}
    starts: dict[int, int] = {}
    for trial in runs_queries.trials_of_run(session, run.id):
        by_role = _cpu_by_role(trial)
        if by_role and experiment.rules_version >= RULES_2:
            starts[trial.round] = trial.start or 0
        for role, cost in by_role.items():
            costs.setdefault(role, {}).setdefault(trial.round, []).append(cost)
    means: dict[Role, dict[int, float]] = {
        role: {round_: sum(values) / len(values) for round_, values in rounds.items()}
        for role, rounds in costs.items()
    }
    return Counts(means, starts)


def _cpu_by_role(trial: Trial) -> dict[Role, float]:
    requests = trial.figures.get("requests") or 0
    if trial.state != TrialState.DONE or requests < 1:
        return {}
    costs: dict[Role, float] = {}
    for window in trial.windows.values():
        for key, seconds in window.get("own_cpu_s", {}).items():
            role: Role | None = "load" if key == "load" else role_of_key(key)
            if role:
                costs[role] = costs.get(role, 0.0) + 1e6 * seconds / requests
    return costs


def _diagnostic(row: ProfileRow, with_units: bool) -> Diagnostic:
    profile = Profile.model_construct(
        subject=row.subject,
        event=cast(ProfileEvent, row.event),
        hz=row.hz,
        stacks=dict(row.stacks),
        lost=row.lost,
        cpu_s=row.cpu_s,
        kernel_names=row.kernel_names,
    )
    return Diagnostic(row.round, row.requests or 0.0, profile, (row.start or 0) if with_units else 0)
