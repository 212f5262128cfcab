"""Routes of testbeds."""

from fastapi import APIRouter, Response, status

from backend.database import SessionDep
from backend.testbeds import service
from backend.testbeds.schemas import TestbedIn, TestbedOut

router = APIRouter(tags=["testbeds"])


@router.get("/testbeds")
def list_testbeds(session: SessionDep) -> list[TestbedOut]:
    """All testbeds, oldest first."""
    return service.list_testbeds(session)


@router.get("/testbeds/{testbed_id}")
def get_testbed(testbed_id: str, session: SessionDep) -> TestbedOut:
    """One testbed."""
    return service.get_testbed(session, testbed_id)


@router.post("/testbeds", status_code=status.HTTP_201_CREATED)
def create_testbed(body: TestbedIn, session: SessionDep) -> TestbedOut:
    """Assign hosts to roles under a name."""
    return service.create(session, body)


@router.delete("/testbeds/{testbed_id}", status_code=status.HTTP_204_NO_CONTENT)
def delete_testbed(testbed_id: str, session: SessionDep) -> Response:
    """Forget a testbed that no experiment uses."""
    service.delete(session, testbed_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)
