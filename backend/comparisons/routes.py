"""Routes of comparisons and of the metric table."""

from typing import Annotated

from fastapi import APIRouter, Query

from agents.catalog.metrics import METRICS, Metric
from backend.comparisons import service
from backend.comparisons.schemas import CompareOut, Configs
from backend.comparisons.selection import Match, Selection
from backend.database import SessionDep

router = APIRouter(tags=["comparisons"])

RunIds = Annotated[list[str] | None, Query(description="run ids of one side; A is the baseline")]


@router.get("/metrics")
def list_metrics() -> list[Metric]:
    """Every metric with its unit and direction."""
    return list(METRICS.values())


@router.get("/compare")
def compare(
    session: SessionDep,
    a: RunIds = None,
    b: RunIds = None,
    c: RunIds = None,
    d: RunIds = None,
    e: RunIds = None,
    f: RunIds = None,
    g: RunIds = None,
    h: RunIds = None,
    experiment: Annotated[str | None, Query(description="split this experiment by a factor")] = None,
    factor: Annotated[str | None, Query()] = None,
    level_a: Annotated[str | None, Query()] = None,
    level_b: Annotated[str | None, Query()] = None,
    side: Annotated[str, Query(description="the side that stands beside A", pattern="^[b-h]$")] = "b",
    match: Annotated[Match, Query(description="pair runs by what is equal, or in the order given")] = "equal",
    metric: str = "requests_per_s",
) -> CompareOut:
    """Groups of runs side by side: given run by run for up to eight sides, or as two levels of a factor."""
    more = {letter: ids or [] for letter, ids in zip("cdefgh", (c, d, e, f, g, h), strict=True)}
    selection = Selection(a or [], b or [], experiment, factor, level_a, level_b, more, side, match)
    return service.compare(session, selection, metric)


@router.get("/compare/configs")
def compare_configs(session: SessionDep, a: str, b: str) -> Configs:
    """nginx.conf of two runs: with stand-ins for addresses, and as it was read back."""
    return service.configs(session, a, b)
