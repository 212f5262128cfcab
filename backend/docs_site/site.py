"""The files of the docs site, which frontend/docs-site builds beside the UI."""

import os
from pathlib import Path

from fastapi import Response
from starlette.types import Scope

from backend.http.static_files import BuiltFiles

CSP = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""A page whose script is gone since it was opened asks for the names that the build gave (hashmap.json)."""


class DocsSite(BuiltFiles):
    """`hosts` is the page hosts.html; the site has a page of its own for what it does not have."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self.is_built = (folder / "index.html").is_file()

    def has_file(self, path: str) -> bool:
        return Path(self.lookup_path(path)[0]).is_file()

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        page = super().lookup_path(f"{path}.html")
        return page if page[1] else super().lookup_path(path)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Sets the policy on every answer: browsers take over that of a 304 for the page they have."""
        response = await super().get_response(path, scope)
        response.headers["Content-Security-Policy"] = CSP
        response.headers.setdefault("Cache-Control", "no-cache")
        return response
