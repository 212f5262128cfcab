"""Routes of comparisons and of the metric table."""

from typing import Annotated

from fastapi import APIRouter, Query

from agents.contract.metrics import METRICS, Metric
from backend.comparisons import service
from backend.comparisons.schemas import CompareOut
from backend.database import SessionDep

router = APIRouter(tags=["comparisons"])

RunIds = Annotated[list[str] | None, Query(description="run ids, in the order to pair them")]


@router.get("/metrics")
def list_metrics() -> list[Metric]:
    """Every metric with its unit and direction."""
    return list(METRICS.values())


@router.get("/compare")
def compare(
    session: SessionDep,
    a: RunIds = None,
    b: RunIds = None,
    experiment: Annotated[str | None, Query(description="split this experiment by a factor")] = None,
    factor: Annotated[str | None, Query()] = None,
    level_a: Annotated[str | None, Query()] = None,
    level_b: Annotated[str | None, Query()] = None,
    metric: str = "requests_per_s",
) -> CompareOut:
    """Two groups of runs side by side: given run by run, or as two levels of a factor of an experiment."""
    return service.compare(
        session, service.Selection(a or [], b or [], experiment, factor, level_a, level_b), metric
    )
