"""Routes of hosts, for people and for agents."""

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

from agents.contract.heartbeat import Heartbeat, HeartbeatReply
from agents.contract.states import HostCondition
from backend.agent_auth import CredentialDep
from backend.audit.log import Act, record
from backend.certificates import dashboard_ca
from backend.database import SessionDep
from backend.errors import NotFound
from backend.execution.jobs.report_errors import AgentRoute
from backend.hosts import heartbeats, service
from backend.hosts.schemas import HostDetail, HostEdit, HostOut, RestoreIn
from backend.identity.principal import PrincipalDep
from backend.settings import get_settings

router = APIRouter(tags=["hosts"])


@router.get("/hosts")
def list_hosts(session: SessionDep, condition: HostCondition | None = None) -> list[HostOut]:
    """All hosts, or those of a condition, by name."""
    return service.list_hosts(session, condition)


@router.get("/hosts/{host_id}")
def get_host(host_id: str, session: SessionDep) -> HostDetail:
    """One host with its newest jobs."""
    return service.get_host(session, host_id)


@router.patch("/hosts/{host_id}")
def change_host(host_id: str, body: HostEdit, session: SessionDep, principal: PrincipalDep) -> HostDetail:
    """Give a host labels, drain it, or take it into use again."""
    host = service.change(session, host_id, body)
    changes = body.model_dump(exclude_unset=True, exclude={"seen"})
    record(session, principal, Act.CHANGED, host_id, f"host {host.name}", **changes)
    return host


@router.post("/hosts/{host_id}/restore", status_code=202)
def restore_host(host_id: str, body: RestoreIn, session: SessionDep, principal: PrincipalDep) -> HostDetail:
    """Put back what could not be restored, or leave it as it is; its outcome arrives as a host event."""
    host = service.restore(session, host_id, body.forget)
    record(session, principal, Act.RESTORED, host_id, host.name, left_as_it_is=body.forget)
    return host


@router.delete("/hosts/{host_id}", status_code=204)
def remove_host(host_id: str, session: SessionDep, principal: PrincipalDep) -> Response:
    """Remove a host: its agent's credentials stop working at once. Its results stay."""
    record(session, principal, Act.REMOVED, host_id, service.get_host(session, host_id).name)
    service.remove(session, host_id)
    return Response(status_code=204)


agent_router = APIRouter(prefix="/agent", tags=["agents"], route_class=AgentRoute)


@agent_router.get("/ca", response_class=PlainTextResponse)
def get_ca() -> str:
    """The CA of this control plane as PEM. An agent believes it only by the fingerprint that it was told."""
    ca = dashboard_ca(get_settings())
    if not ca:
        raise NotFound("This control plane has no CA of its own; its certificate is one that systems trust")
    return ca


@agent_router.post("/heartbeat", response_model=HeartbeatReply)
def heartbeat(body: Heartbeat, credential: CredentialDep) -> Response:
    """An agent is alive; it learns the server's time, the keys of jobs, whether it is still held, and when to
    beat again.

    One whose place another agent with its credential has taken gets 409, and nothing of it counts.
    """
    reply = heartbeats.heartbeat(credential, body)
    # as it is to go out: the framework would check it once more, in one more thread
    return Response(reply.model_dump_json(), media_type="application/json")
