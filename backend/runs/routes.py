"""Routes of runs and their trials."""

from typing import Annotated

from fastapi import APIRouter, Query, Response, status

from backend.database import SessionDep
from backend.runs import latency_service, service
from backend.runs.latency_schemas import RunLatency
from backend.runs.schemas import RunDetail, TrialOutput, TrialSamples

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


@router.get("/trials/{trial_id}/output")
def get_output(trial_id: str, session: SessionDep) -> TrialOutput:
    """What the load tool printed."""
    return service.output(session, trial_id)


@router.delete("/runs/{run_id}", status_code=status.HTTP_204_NO_CONTENT)
def delete_run(run_id: str, session: SessionDep) -> Response:
    """Delete a run of an ended experiment; its permalink then says so."""
    service.delete(session, run_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)
