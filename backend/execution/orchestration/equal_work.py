"""Answers that runs are expected to give: those of the run with the same content that was prepared first.

Where a server is no nginx, only its answers tell whether it does the work of the others: then every run with
the same request is compared, whatever its texts say, and a run that answers otherwise is not measured.
"""

from collections.abc import Mapping, Set
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.knobs import KNOBS
from agents.catalog.roles import Role
from agents.contract.probe import Probe
from agents.contract.reports import Failure
from agents.contract.workload import Workload
from backend.definition.server_facts import find_declared_roles
from backend.records import runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.validity import Expected
from backend.validity.changed_body import find_difference

RAW_TEXT = ("nginx.conf", "nginx.http_extra", "nginx.server_extra", "nginx.location_extra")
COMPRESSION = tuple(name for name in KNOBS if name.startswith("nginx.gzip"))
OF_BACKEND = ("origin.body_bytes", "origin.kind", "origin.address")


def expected_probe(session: Session, run: Run) -> Expected | None:
    """The answer of the first run with this content, the baseline before all others."""
    experiment = session.get_one(Experiment, run.experiment_id)
    probed_runs = runs_queries.probed_runs(session, run.experiment_id)
    declared_roles: set[Role] = set()
    for knobs in (run.knobs, *(probed_run.knobs for probed_run in probed_runs)):
        declared_roles |= find_declared_roles(knobs, experiment.facts)
    content = content_of(run.knobs, run.workload, declared_roles)
    for probed_run in probed_runs:
        if content_of(probed_run.knobs, probed_run.workload, declared_roles) == content:
            probe = Probe.model_validate(probed_run.probe)
            return Expected(probed_run.name, probe, with_status=bool(declared_roles))
    return None


def why_unequal(session: Session, run: Run) -> Failure | None:
    """Explain how a run that was warmed up does not do the work of the others; None: it does."""
    reference = expected_probe(session, run)
    if reference is None or not reference.with_status or run.probe is None:
        return None
    probe, workload = Probe.model_validate(run.probe), Workload.model_validate(run.workload)
    difference = find_difference(probe, reference, workload)
    if difference is None:
        return None
    return Failure(code="unequal_work", message=f"It does not do the work of the others: {difference}")


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
