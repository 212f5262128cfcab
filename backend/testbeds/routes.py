"""Routes of testbeds."""

from fastapi import APIRouter, Response, status

from backend.database import SessionDep
from backend.testbeds import service
from backend.testbeds.schemas import TestbedChange, TestbedIn, TestbedOut

router = APIRouter(tags=["testbeds"])


@router.get("/testbeds")
def list_testbeds(session: SessionDep, retired: bool = False) -> list[TestbedOut]:
    """The testbeds in use, or those that were retired; oldest first."""
    return service.list_testbeds(session, retired)


@router.get("/testbeds/{testbed_id}")
def get_testbed(testbed_id: str, session: SessionDep) -> TestbedOut:
    """One testbed."""
    return service.get_testbed(session, testbed_id)


@router.post("/testbeds", status_code=status.HTTP_201_CREATED)
def create_testbed(body: TestbedIn, session: SessionDep) -> TestbedOut:
    """Assign hosts to roles under a name."""
    return service.create(session, body)


@router.patch("/testbeds/{testbed_id}")
def change_testbed(testbed_id: str, body: TestbedChange, session: SessionDep) -> TestbedOut:
    """Retire a testbed that no unfinished experiment uses, or bring it back."""
    return service.change(session, testbed_id, body)


@router.delete("/testbeds/{testbed_id}", status_code=status.HTTP_204_NO_CONTENT)
def delete_testbed(testbed_id: str, session: SessionDep) -> Response:
    """Forget a testbed that no experiment uses."""
    service.delete(session, testbed_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)
