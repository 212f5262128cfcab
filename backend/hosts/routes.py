"""Routes of hosts, for people and for agents."""

import time

from fastapi import APIRouter, Request

from agents.contract.reports import Enrolled, Enrolment, Heartbeat, HeartbeatReply
from backend.agent_auth import AgentDep
from backend.database import SessionDep
from backend.errors import Unauthorized
from backend.hosts import service
from backend.hosts.schemas import HostDetail, HostOut, RestoreIn
from backend.security import bearer_of, enrolment_fits
from backend.settings import get_settings

router = APIRouter(tags=["hosts"])


@router.get("/hosts")
def list_hosts(session: SessionDep) -> list[HostOut]:
    """All hosts, by name."""
    return service.list_hosts(session)


@router.get("/hosts/{host_id}")
def get_host(host_id: str, session: SessionDep) -> HostDetail:
    """One host with its newest jobs."""
    return service.get_host(session, host_id)


@router.post("/hosts/{host_id}/restore", status_code=202)
def restore_host(host_id: str, body: RestoreIn, session: SessionDep) -> HostDetail:
    """Put back what could not be put back, or leave it as it is; its outcome arrives as a host event."""
    return service.restore(session, host_id, body.forget)


agent_router = APIRouter(prefix="/agent", tags=["agents"])


@agent_router.post("/enrol")
def enrol(body: Enrolment, request: Request, session: SessionDep) -> Enrolled:
    """Exchange the enrolment token for an agent's own credentials."""
    settings = get_settings()
    if not enrolment_fits(bearer_of(request), settings):
        raise Unauthorized("The enrolment token is wrong (DYNO_AGENT_TOKEN)")
    return service.enrol(session, body, settings)


@agent_router.post("/heartbeat")
def heartbeat(body: Heartbeat, host: AgentDep, session: SessionDep) -> HeartbeatReply:
    """An agent is alive, and learns the server's time."""
    service.heartbeat(session, host, body)
    return HeartbeatReply(server_time=time.time())
