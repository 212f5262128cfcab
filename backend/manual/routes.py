"""/docs: pages, search, pictures; readable by whoever reaches the dashboard, as its first page is."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from backend.errors import NotFound
from backend.manual import look
from backend.manual.contents import grouped
from backend.manual.pages import Manual
from backend.manual.search import LONGEST_QUERY, MOST_WORDS, search
from backend.manual.source import folder, manual

router = APIRouter(prefix="/docs", include_in_schema=False)
_READ = ["GET", "HEAD"]


@router.api_route("", methods=_READ)
@router.api_route("/", methods=_READ)
def show_index() -> HTMLResponse:
    return look.html("index.html", groups=_groups(manual()), here="", query="")


@router.api_route("/search", methods=_READ)
def show_search(q: Annotated[str, Query()] = "") -> HTMLResponse:
    book, query = manual(), q.strip()
    return look.html(
        "search.html",
        groups=_groups(book),
        here="",
        query=query[:LONGEST_QUERY],
        found=search(book.pages.values(), query),
        cut=len(query) > LONGEST_QUERY,
        most_words=MOST_WORDS,
    )


@router.api_route("/static/{name}.css", methods=_READ)
def send_style(name: Literal["docs", "api"]) -> Response:
    return Response(look.style_sheet(f"{name}.css"), media_type="text/css", headers=look.YEAR)


@router.api_route("/static/{name}.js", methods=_READ)
def send_script(name: Literal["docs", "api"]) -> Response:
    return look.script(f"{name}.js")


@router.api_route("/files/{path:path}", methods=_READ)
def send_file(path: str) -> Response:
    """Only what the folder's listing has; no path from a request reaches the file system otherwise."""
    if path not in manual().files:
        raise NotFound("The documentation has no such file; its pages are at /docs")
    kind = None if path.endswith((".png", ".svg")) else "text/plain; charset=utf-8"
    return FileResponse(folder() / path, media_type=kind, headers={"Cache-Control": "max-age=3600"})


@router.api_route("/{name:path}", methods=_READ)
def show_page(name: str) -> Response:
    book = manual()
    page = book.pages.get(name)
    if page:
        names = list(book.pages)
        place = names.index(name)
        before = book.pages[names[place - 1]] if place else None
        after = book.pages[names[place + 1]] if place + 1 < len(names) else None
        groups = _groups(book)
        return look.html(
            "page.html", groups=groups, here=name, query="", page=page, before=before, after=after
        )
    meant = name.rstrip("/").removesuffix(".md")
    if meant in book.pages:
        return RedirectResponse(f"/docs/{meant}", status_code=308)
    return look.html("missing.html", 404, groups=_groups(book), here="", query="", name=name[:80])


def _groups(book: Manual):
    """Pages by the title of their group."""
    return {title: [book.pages[name] for name in names] for title, names in grouped(book.pages).items()}
