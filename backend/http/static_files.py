"""Files of the built UI and of the docs site."""

import os
from pathlib import Path

from fastapi import Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.types import Scope

PACKED = {"br": ".br", "gzip": ".gz"}
"""Coding → the ending of a file that has it; browsers take br on loopback and with TLS."""


class BuiltFiles(StaticFiles):
    """A folder of a build: the names in its `assets` carry digests, so browsers keep these files."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = self._find_compressed(path, scope) or await super().get_response(path, scope)
        if path.startswith("assets/") and response.status_code < 400:
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where the file is; what no file system takes as a name is no file."""
        try:
            return super().lookup_path(path)
        except (OSError, ValueError):
            return "", None

    def _find_compressed(self, path: str, scope: Scope) -> Response | None:
        """What the build has packed (frontend/scripts/compress.mjs), in the best way that is taken."""
        if not path.startswith("assets/"):
            return None
        full, is_there = self.lookup_path(path)
        accepted_codings = Headers(scope=scope).get("accept-encoding", "")
        for coding, ending in PACKED.items():
            file = Path(full + ending)
            if is_there and coding in accepted_codings and file.is_file():
                response = self.file_response(file, file.stat(), scope)
                response.headers["Content-Encoding"] = coding
                response.headers["Vary"] = "Accept-Encoding"
                return response
        return None
