"""A picture as an answer to a browser, which keeps it for as long as it is the same."""

from fastapi import Request, Response

from backend.presentation.files.file import disposition
from backend.presentation.pictures.picture import Kind, Picture


def picture_response(
    request: Request, picture: Picture, stem: str, kind: Kind, save: bool = False
) -> Response:
    """The picture, or 304 where the asker has it: nothing is drawn then."""
    headers = {
        "ETag": f'"{picture.tag}"',
        "Cache-Control": "private, no-cache",  # asked for each time, sent again only when it changed
        "Content-Disposition": disposition(stem, kind, "attachment" if save else "inline"),
    }
    cached_tags = {
        tag.strip().removeprefix("W/").strip('"')
        for tag in request.headers.get("if-none-match", "").split(",")
    }
    if picture.tag in cached_tags or "*" in cached_tags:
        return Response(status_code=304, headers=headers)
    return Response(picture.content(), media_type=picture.media_type, headers=headers)
