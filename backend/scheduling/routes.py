"""Routes of the queues of testbeds."""

from fastapi import APIRouter

from backend.audit.log import Act, record
from backend.database import SessionDep
from backend.identity.principal import PrincipalDep
from backend.scheduling import service
from backend.scheduling.schemas import MoveIn, TestbedQueue

router = APIRouter(tags=["queue"])


@router.get("/queue")
def list_queues(session: SessionDep) -> list[TestbedQueue]:
    """List for every testbed who uses it, who waits for it, and when they are expected to start."""
    return service.queues(session)


@router.post("/queue/{experiment_id}/move")
def move_in_queue(
    experiment_id: str, body: MoveIn, session: SessionDep, principal: PrincipalDep
) -> list[TestbedQueue]:
    """Another place in line for a queued experiment; 409 where the line has changed since it was seen."""
    name = service.move(session, experiment_id, body)
    record(session, principal, Act.CHANGED, experiment_id, name, queue=body.to, testbed=body.testbed_id)
    return service.queues(session)
