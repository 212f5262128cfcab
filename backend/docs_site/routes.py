"""/docs: the built docs site. Anybody who reaches the dashboard can read it, as the sign-in page."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response

from backend.docs_site.site import DocsSite
from backend.errors import NotFound
from backend.settings import get_settings

router = APIRouter(prefix="/docs", include_in_schema=False)
_READ = ["GET", "HEAD"]


@router.api_route("", methods=_READ)
def redirect_to_contents() -> RedirectResponse:
    return _redirect("")


@router.api_route("/search", methods=_READ)
def redirect_to_search(q: Annotated[str, Query()] = "") -> RedirectResponse:
    """Until 0.1.0 the server searched; now each page does, for the words in its address."""
    return _redirect(f"?q={quote(q, safe='')}" if q else "")


@router.api_route("/{path:path}", methods=_READ)
async def show_page(path: str, request: Request) -> Response:
    site = DocsSite(get_settings().ui_dir / "docs")
    if not site.is_built:
        raise NotFound("The docs site is not built: run `make build`. Its pages are in docs/ of the checkout")
    for old in (path.removeprefix("files/"), path.rstrip("/").removesuffix(".md")):
        if old != path and site.has_file(old):
            return _redirect(quote(old))
    return await site.get_response(path, request.scope)


def _redirect(target: str) -> RedirectResponse:
    return RedirectResponse(f"/docs/{target}", status_code=308)
