"""Answers that runs are expected to give: those of the run with the same content that was prepared first.

Where a server is no nginx, only its answers tell whether it does the work of the others: then every run with
the same request is compared, whatever its texts say, and a run that answers otherwise is not measured.
"""

from collections.abc import Mapping, Sequence, Set
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from agents.contract.probe import Probe
from agents.contract.reports import Failure
from agents.contract.states import RunState
from agents.contract.workload import Workload
from backend.definition.server_facts import find_declared_roles
from backend.records import runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.validity import Expected
from backend.validity.answers import COMPRESSION, OF_BACKEND, RAW_TEXT, find_difference


def expected_probe(session: Session, run: Run) -> Expected | None:
    """The answer of the first run with this content, the baseline before all others."""
    experiment = session.get_one(Experiment, run.experiment_id)
    probed_runs = runs_queries.probed_runs(session, run.experiment_id)
    declared_roles = _declared_roles([run, *probed_runs], experiment.facts)
    content = content_of(run.knobs, run.workload, declared_roles)
    for probed_run in probed_runs:
        if content_of(probed_run.knobs, probed_run.workload, declared_roles) == content:
            probe = Probe.model_validate(probed_run.probe)
            return Expected(probed_run.name, probe, with_status=bool(declared_roles))
    return None


def unequal_runs(runs: Sequence[Run], facts: Mapping[str, Any] | None) -> list[tuple[Run, Failure]]:
    """Runs that do not do the work of their reference, whichever of the two answered first.

    The reference is the first run with the same content, the baseline before all others; until it has
    answered, nothing is said about the rest.
    """
    declared_roles = _declared_roles(runs, facts)
    if not declared_roles:
        return []
    unequal: list[tuple[Run, Failure]] = []
    references: dict[str, Run] = {}
    for run in sorted(runs, key=lambda run: (not run.is_baseline, run.position)):
        if run.state == RunState.FAILED:
            continue
        reference = references.setdefault(repr(content_of(run.knobs, run.workload, declared_roles)), run)
        if run.probe is None or reference.probe is None:
            continue
        page = Expected(reference.name, Probe.model_validate(reference.probe), with_status=True)
        workload = Workload.model_validate(run.workload)
        if difference := find_difference(Probe.model_validate(run.probe), page, workload):
            message = f"It does not do the work of the others: {difference}"
            unequal.append((run, Failure(code="unequal_work", message=message)))
    return unequal


def _declared_roles(
    runs: Sequence[Run | runs_queries.ProbedRun], facts: Mapping[str, Any] | None
) -> set[Role]:
    return {role for run in runs for role in find_declared_roles(run.knobs, facts)}


def content_of(
    knobs: Mapping[str, Any], workload: Mapping[str, Any], declared_roles: Set[Role] = frozenset()
) -> tuple[Any, ...]:
    """Key of an answer's content, whichever path it takes: equal for runs to be compared."""
    request = (
        workload.get("path", "/"),
        workload.get("mix"),
        workload.get("host"),
        sorted((workload.get("headers") or {}).items()),
    )
    names = () if "backend" in declared_roles else OF_BACKEND
    names += () if declared_roles else (*COMPRESSION, *RAW_TEXT)
    return (*(knobs.get(name) for name in names), *request)
