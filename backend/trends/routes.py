"""Route of trends."""

from typing import Annotated

from fastapi import APIRouter, Query

from backend.database import SessionDep
from backend.trends import service
from backend.trends.schemas import TrendOut, TrendQuery

router = APIRouter(tags=["experiments"])


@router.get("/trend")
def get_trend(session: SessionDep, query: Annotated[TrendQuery, Query()]) -> TrendOut:
    """One variant over the newest 100 finished experiments on a testbed, each with its verdict."""
    return service.trend(session, query)
