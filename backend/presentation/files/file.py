"""An export before it is sent: a name, a type and text in pieces."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from fastapi.responses import StreamingResponse

from backend.http.headers import REPORT

FileKind = Literal["csv", "json", "md", "html"]
LatencyFileKind = Literal["csv", "hlog"]
ProfileFileKind = Literal["folded", "svg"]
MEDIA: dict[str, str] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "hlog": "text/plain; charset=utf-8",
    "folded": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
}
_MAX_LENGTH = 80


@dataclass(frozen=True)
class File:
    stem: str
    kind: FileKind | LatencyFileKind | ProfileFileKind
    parts: Iterable[str]


def safe_name(*words: str) -> str:
    """Letters, digits, dots and dashes of ASCII: a name that every system takes."""
    plain = unicodedata.normalize("NFKD", "-".join(words)).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9.]+", "-", plain).strip("-.")[:_MAX_LENGTH].rstrip("-.") or "dynoboard"


def disposition(stem: str, kind: str, form: str = "attachment") -> str:
    """Content-Disposition with a plain name, and the real one for clients that support it."""
    real = "".join(c for c in stem if c.isprintable() and c not in '/\\:*?"<>|')[:_MAX_LENGTH].strip(" .")
    return (
        f"{form}; filename=\"{safe_name(stem)}.{kind}\"; filename*=UTF-8''{quote(real or 'dynoboard')}.{kind}"
    )


def download(file: File) -> StreamingResponse:
    """Sent as it is made."""
    headers = {"Content-Disposition": disposition(file.stem, file.kind), "Cache-Control": "no-store"}
    if file.kind == "html":
        headers["Content-Security-Policy"] = REPORT
    pieces = (part.encode("utf-8", "replace") for part in file.parts)
    return StreamingResponse(pieces, media_type=MEDIA[file.kind], headers=headers)
