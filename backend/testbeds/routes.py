"""Routes of testbeds."""

from fastapi import APIRouter, status

from backend.audit.log import Act, record
from backend.database import SessionDep
from backend.identity.principal import PrincipalDep
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
def create_testbed(body: TestbedIn, session: SessionDep, principal: PrincipalDep) -> TestbedOut:
    """Assign hosts to roles under a name."""
    testbed = service.create(session, body)
    record(session, principal, Act.CHANGED, testbed.id, f"testbed {testbed.name}", how="made")
    return testbed


@router.patch("/testbeds/{testbed_id}")
def change_testbed(
    testbed_id: str, body: TestbedChange, session: SessionDep, principal: PrincipalDep
) -> TestbedOut:
    """Give a testbed another name or other hosts, retire it, or bring it back."""
    testbed = service.change(session, testbed_id, body)
    changes = body.model_dump(mode="json", exclude_unset=True, exclude={"version"})
    record(session, principal, Act.CHANGED, testbed_id, f"testbed {testbed.name}", **changes)
    return testbed


@router.delete("/testbeds/{testbed_id}", status_code=status.HTTP_204_NO_CONTENT)
def delete_testbed(testbed_id: str, session: SessionDep, principal: PrincipalDep) -> None:
    """Forget a testbed that no experiment uses."""
    name = service.existing(session, testbed_id).name
    record(session, principal, Act.DELETED, testbed_id, f"testbed {name}")
    service.delete(session, testbed_id)
