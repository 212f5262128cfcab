"""Routes of runs and their trials."""

from typing import Annotated

from fastapi import APIRouter, Query, status

from agents.catalog.roles import Role
from backend.audit.log import Act, record
from backend.database import SessionDep
from backend.diagnostics.results.profiles import views
from backend.diagnostics.results.profiles.schemas import RunProfile
from backend.identity.principal import PrincipalDep
from backend.runs import latency_service, service
from backend.runs.schemas import RunDetail, RunLatency, TrialOutput, TrialSamples

router = APIRouter(tags=["runs"])


@router.get("/runs/{run_id}")
def get_run(run_id: str, session: SessionDep) -> RunDetail:
    """Everything behind a run's permalink; 410 when it was deleted."""
    return service.detail(session, run_id)


@router.get("/runs/{run_id}/samples")
def get_samples(
    run_id: str,
    session: SessionDep,
    trial: Annotated[str | None, Query(description="trial id; default: the run's first valid trial")] = None,
) -> TrialSamples:
    """The time series of every host during one trial."""
    return service.samples(session, run_id, trial)


@router.get("/runs/{run_id}/latency")
def get_latency(run_id: str, session: SessionDep) -> RunLatency:
    """Percentiles of all requests of a run with their intervals, and its rounds as a heat map."""
    return latency_service.latency(session, run_id)


@router.get("/runs/{run_id}/profile")
def get_profile(
    run_id: str,
    session: SessionDep,
    role: Annotated[Role | None, Query(description="default: the server under test")] = None,
) -> RunProfile:
    """Where a run's CPU time goes: µs a request by function, system call and path."""
    run, experiment = service.row(session, run_id)
    return views.of_run(session, experiment, run, role)


@router.get("/trials/{trial_id}/output")
def get_output(trial_id: str, session: SessionDep) -> TrialOutput:
    """What the load tool printed."""
    return service.output(session, trial_id)


@router.delete("/runs/{run_id}", status_code=status.HTTP_204_NO_CONTENT)
def delete_run(run_id: str, session: SessionDep, principal: PrincipalDep) -> None:
    """Delete a run of an ended experiment; its permalink then says so."""
    run = service.delete(session, run_id)
    record(session, principal, Act.DELETED, run_id, f"run {run.name}", experiment=run.experiment_id)
