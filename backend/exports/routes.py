"""Routes of reports and exports."""

from typing import Annotated

from fastapi import APIRouter, Query

from backend.database import SessionDep
from backend.exports import service
from backend.exports.schemas import Report

router = APIRouter(tags=["exports"])

MetricName = Annotated[str, Query(description="a name of GET /api/v1/metrics")]


@router.get("/experiments/{experiment_id}/report")
def get_report(experiment_id: str, session: SessionDep, metric: MetricName = "requests_per_s") -> Report:
    """An experiment told like a write-up: what was tested, where and how, table, findings in sentences."""
    return service.report(session, experiment_id, metric)
