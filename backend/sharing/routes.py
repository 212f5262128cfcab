"""Routes of share links: making, listing and revoking them, and opening one without an account."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response, status

from backend.audit.log import Act, record
from backend.database import SessionDep
from backend.errors import NotFound
from backend.identity.addresses import site_here
from backend.identity.principal import PrincipalDep
from backend.model_fields import copy_fields
from backend.security import host_of, is_shared
from backend.settings import get_settings
from backend.sharing import opening, service
from backend.sharing.requests import OUTSIDE
from backend.sharing.schemas import Opened, OpenIn, ShareIn, ShareMade, ShareOut

router = APIRouter(tags=["share links"])


@router.post("/share-links", status_code=status.HTTP_201_CREATED)
def make_share_link(
    body: ShareIn, session: SessionDep, request: Request, principal: PrincipalDep
) -> ShareMade:
    """A link that shows one result to anybody who has it, read only. Its address is told this once."""
    row, token = service.make(session, body, principal.name, principal.account_id)
    details = {"link": row.id, "days": body.days, "with_hosts": body.with_hosts, "as_report": body.as_report}
    record(session, principal, Act.SHARED, row.subject_id or row.id, row.title, **details)
    return ShareMade(link=service.link_out(row), url=f"{str(request.base_url).rstrip('/')}/s/{token}")


@router.get("/share-links")
def list_share_links(
    session: SessionDep,
    subject: Annotated[str | None, Query(description="id of an experiment, run or saved comparison")] = None,
) -> list[ShareOut]:
    """What is shared and was: the newest first."""
    return service.list_links(session, subject)


@router.delete("/share-links/{link_id}", status_code=status.HTTP_204_NO_CONTENT)
def revoke_share_link(link_id: str, session: SessionDep, principal: PrincipalDep) -> None:
    """From now on it opens nothing; pages that are open show nothing new."""
    row = service.revoke(session, link_id)
    record(session, principal, Act.SHARED, row.subject_id or row.id, row.title, link=row.id, revoked=True)


@router.post("/shared")
def open_share_link(body: OpenIn, request: Request, response: Response) -> Opened:
    """What a link shows, for anybody who has it. 404 in the same words for unknown, expired, revoked."""
    opened_link = opening.by_token(request, body.token)
    settings = get_settings()
    elsewhere = is_shared(host_of(request)[0], settings)
    url = f"{site_here(request, settings)}/s/{body.token}" if elsewhere else None
    if url is None:
        response.set_cookie(
            opening.cookie_name(request),
            body.token,
            path=opening.cookie_path(opened_link.link.id),
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
    return copy_fields(Opened, opened_link.link, page=opened_link.inside.page, url=url)


@router.get("/shared/{link_id}/{path:path}", response_class=Response)
def get_shared(link_id: str, path: str) -> Response:
    """What a link shows of the API, at the same address with the same query: `shared/ID/experiments/…` for
    `experiments/…`. Asked with the cookie that opening the link gave; everything outside is a 404."""
    raise NotFound(OUTSIDE)  # what lies inside never comes here: see requests.py
