"""Routes of samples: in from agents, out as time series."""

from fastapi import APIRouter, status

from agents.contract.reports import SampleBatch
from backend.agent_auth import CredentialDep
from backend.database import transaction
from backend.samples import service

agent_router = APIRouter(prefix="/agent", tags=["agents"])


@agent_router.post("/samples", status_code=status.HTTP_204_NO_CONTENT)
def post_samples(body: SampleBatch, credential: CredentialDep) -> None:
    """Store one batch of readings, once; a live one is only shown to those who look."""
    if body.is_live:
        service.show(credential, body)
        return
    with transaction() as session:
        service.store(session, credential, body)
