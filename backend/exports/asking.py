"""What requests for exports share: where the dashboard is, the state of the Compare page, caching."""

from fastapi import Request, Response

from backend.comparisons.selection import SIDES
from backend.exports.files.file import disposition
from backend.exports.pictures.picture import Kind, Picture

STATE = (*SIDES, "experiment", "factor", "level_a", "level_b", "side", "match", "metric")


def site_of(request: Request) -> str:
    """The address of this dashboard as the request saw it, such as https://dyno.example."""
    return str(request.base_url).rstrip("/")


def state_of(request: Request) -> dict[str, str]:
    """The query of /compare, of the page (ids with commas) as well as of the API (repeated)."""
    given = {name: [v for v in request.query_params.getlist(name) if v] for name in STATE}
    return {name: ",".join(values) for name, values in given.items() if values}


def answer(request: Request, picture: Picture, stem: str, kind: Kind, save: bool = False) -> Response:
    """The picture, or 304 where the client has it: nothing is drawn then."""
    headers = {
        "ETag": f'"{picture.tag}"',
        "Cache-Control": "private, no-cache",  # revalidated each time, resent only when it changed
        "Content-Disposition": disposition(stem, kind, "attachment" if save else "inline"),
    }
    known = {
        tag.strip().removeprefix("W/").strip('"')
        for tag in request.headers.get("if-none-match", "").split(",")
    }
    if picture.tag in known or "*" in known:
        return Response(status_code=304, headers=headers)
    return Response(picture.content(), media_type=picture.media_type, headers=headers)
