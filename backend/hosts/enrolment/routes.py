"""Routes of enrolment: tokens and approvals for people, asking for agents."""

import re
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from agents.contract.enrolment import Enrolled, Enrolment, Waiting
from backend.audit.log import Act, record
from backend.certificates import dashboard_ca
from backend.database import SessionDep
from backend.errors import Forbidden, Unauthorized
from backend.execution.jobs.report_errors import AgentRoute
from backend.hosts.enrolment import admission, tokens
from backend.hosts.enrolment.decision import Refuse
from backend.hosts.enrolment.schemas import NewToken, TokenIn, TokenOut, WaitingAgent
from backend.http.error_handlers import problem_of
from backend.identity.principal import PrincipalDep
from backend.security import bearer_of
from backend.settings import get_settings

router = APIRouter(tags=["hosts"])
_CREDENTIAL = re.compile(r"[A-Za-z0-9_-]{43,128}")


@router.get("/enrolment-tokens")
def list_enrolment_tokens(session: SessionDep) -> list[TokenOut]:
    """Enrolment tokens that are still good or were used within the last hour, newest first."""
    return tokens.list_recent(session)


@router.post("/enrolment-tokens", status_code=201)
def make_enrolment_token(body: TokenIn, session: SessionDep, principal: PrincipalDep) -> NewToken:
    """Make a token that lets an agent become a host; its secret is in this answer only."""
    new_token = tokens.make(session, body, dashboard_ca(get_settings()))
    words = f"token for {body.host_name or 'new hosts'}"
    record(session, principal, Act.ENROLLED, new_token.id, words, **body.model_dump(mode="json"))
    return new_token


@router.delete("/enrolment-tokens/{token_id}", status_code=204)
def revoke_enrolment_token(token_id: str, session: SessionDep, principal: PrincipalDep) -> Response:
    """Revoke a token. Hosts that came in with it stay."""
    tokens.revoke(session, token_id)
    record(session, principal, Act.REMOVED, token_id, "enrolment token")
    return Response(status_code=204)


@router.get("/waiting-agents")
def list_waiting_agents(session: SessionDep) -> list[WaitingAgent]:
    """Agents that wait for approval, oldest first."""
    return admission.waiting(session)


@router.post("/waiting-agents/{request_id}/approve", status_code=204)
def approve_agent(request_id: str, session: SessionDep, principal: PrincipalDep) -> Response:
    """Let an agent in. If a host has its name, the agent takes its place; the one before is locked out."""
    name = admission.approve(session, request_id)
    record(session, principal, Act.ENROLLED, request_id, f"agent {name}, which waited")
    return Response(status_code=204)


@router.post("/waiting-agents/{request_id}/refuse", status_code=204)
def refuse_agent(request_id: str, session: SessionDep, principal: PrincipalDep) -> Response:
    """Tell an agent no. A host that has its name stays as it is."""
    name = admission.refuse(session, request_id)
    record(session, principal, Act.REFUSED, request_id, f"agent {name}, which waited")
    return Response(status_code=204)


agent_router = APIRouter(prefix="/agent", tags=["agents"], route_class=AgentRoute)


def _credential(request: Request) -> str:
    credential = bearer_of(request) or ""
    if not _CREDENTIAL.fullmatch(credential):
        raise Unauthorized(
            "An agent brings a credential of its own as bearer: 43 to 128 letters, digits, - and _"
        )
    return credential


@agent_router.post("/enrol", responses={202: {"model": Waiting, "description": "A person has to approve it"}})
def enrol(
    body: Enrolment,
    request: Request,
    key: Annotated[str, Depends(_credential)],
    session: SessionDep,
    response: Response,
) -> Enrolled | Waiting:
    """Become a host, with an enrolment token or with a credential that is known; or wait for approval."""
    peer = request.client.host if request.client else None
    answer = admission.enrol(session, body, key, peer, get_settings())
    if isinstance(answer, Refuse):
        kind = Unauthorized if answer.is_stranger else Forbidden
        return problem_of(kind(answer.reason))  # pyright: ignore[reportReturnType]
    response.status_code = 202 if isinstance(answer, Waiting) else 200
    return answer
