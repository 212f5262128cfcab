"""Routes of the check of a testbed."""

from fastapi import APIRouter, status

from backend.database import SessionDep
from backend.hosts.testbed_check import service
from backend.hosts.testbed_check.schemas import TestbedCheck

router = APIRouter(tags=["testbeds"])


@router.post("/testbeds/{testbed_id}/check", status_code=status.HTTP_202_ACCEPTED)
def check_testbed(testbed_id: str, session: SessionDep) -> TestbedCheck:
    """Let the hosts of a testbed call each other, with a second of load, and look at ports and clocks."""
    return service.start(session, testbed_id)


@router.get("/testbeds/{testbed_id}/check")
def get_testbed_check(testbed_id: str, session: SessionDep) -> TestbedCheck:
    """The last check of a testbed: running, or its results for each host and each pair."""
    return service.look_up(session, testbed_id)
