"""The built UI. Pages of results carry their title, headline and picture for programs that show links."""

import logging
import re
import secrets
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.types import Scope

from backend.database import transaction
from backend.errors import DynoError
from backend.http import headers
from backend.http.static_files import BuiltFiles
from backend.identity.guard import principal_of_request
from backend.presentation.exports.addresses import site_of
from backend.presentation.link_preview.lookup import tags_of
from backend.presentation.link_preview.tags import with_tags
from backend.records.sharing.rows import seen_through
from backend.sharing import opening
from backend.sharing.token import TOKEN

LOG = logging.getLogger(__name__)
NO_PAGES = ("api", "agent", "assets", "healthz", "readyz", "metrics")
"""What begins so is for programs: an unknown path there is no page, but an error."""
MAX_NAME = 255
"""Of a part of a path, as file systems have it: no page has a longer one."""

_SHARED = re.compile(rf"s/(?P<token>{TOKEN})(/|$)")


class Ui(BuiltFiles):
    """Unknown paths get index.html, because the browser does the routing."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        path = path.replace("\x00", "")  # which no file system takes
        full, status = self.lookup_path(path)
        if status is None or not Path(full).is_file() or path == "index.html":
            names = path.split("/")
            if names[0] in NO_PAGES or max(map(len, names)) > MAX_NAME:
                return await super().get_response(path, scope)
            page = await run_in_threadpool(self._page, path, Request(scope))
            nonce = secrets.token_urlsafe(16)
            sent_headers = {"Cache-Control": "no-store", "Content-Security-Policy": headers.of_ui(nonce)}
            return HTMLResponse(page.replace(headers.NONCE, nonce), headers=sent_headers)
        return await super().get_response(path, scope)

    def _page(self, path: str, request: Request) -> str:
        index = Path(str(self.directory)) / "index.html"
        page = _read(index, index.stat().st_mtime_ns)
        link = _SHARED.match(path)
        # Who may not read a result may not learn its name from a link either.
        try:
            if link:
                return _shared_page(page, request, link["token"])
            if not principal_of_request(request):
                return page
            with transaction() as session:
                tags = tags_of(session, path, request.url.query)
        except DynoError:
            return page  # the page itself says what is wrong
        except SQLAlchemyError:
            LOG.exception("no tags for %s", "a share link" if link else path)
            return page
        return with_tags(page, tags, site_of(request)) if tags else page


def _shared_page(page: str, request: Request, token: str) -> str:
    """The page of a share link, with what anybody may see. DynoError for one that shows nothing."""
    link = opening.by_token(request, token)
    path, _, query = link.inside.page.removeprefix("/").partition("?")
    with seen_through(link.view), transaction() as session:
        tags = tags_of(session, path, query)
    if tags is None:
        return page
    share_path, version = f"/s/{token}", tags.image.partition("?v=")[2] if tags.image else ""
    card = f"{share_path}/card.png{f'?v={version}' if version else ''}"
    return with_tags(page, replace(tags, path=share_path, image=card), site_of(request))


@lru_cache(maxsize=2)
def _read(index: Path, _changed_ns: int) -> str:
    return index.read_text()
