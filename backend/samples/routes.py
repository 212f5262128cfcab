"""Routes of samples: in from agents, out as time series."""

from fastapi import APIRouter, Response, status

from agents.contract.reports import SampleBatch
from backend.agent_auth import AgentDep
from backend.database import SessionDep
from backend.samples import service

agent_router = APIRouter(prefix="/agent", tags=["agents"])


@agent_router.post("/samples", status_code=status.HTTP_204_NO_CONTENT)
def post_samples(body: SampleBatch, host: AgentDep, session: SessionDep) -> Response:
    """Store one batch of readings, once."""
    service.store(session, host, body)
    return Response(status_code=status.HTTP_204_NO_CONTENT)
