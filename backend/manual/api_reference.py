"""/api/docs: the API's reference by Swagger UI, whose files come from a package and not from another host."""

from importlib.metadata import version
from pathlib import Path

import fastapi_offline
from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response

from backend.manual import look

router = APIRouter(prefix="/api/docs", include_in_schema=False)
_SWAGGER = Path(str(fastapi_offline.__file__)).parent / "static"
_CSP = look.CSP.replace("img-src 'self'", "img-src 'self' data:") + "; connect-src 'self'"


@router.get("")
def show_api_reference() -> HTMLResponse:
    response = look.html("api.html", swagger=version("fastapi-offline"))
    response.headers["Content-Security-Policy"] = _CSP
    return response


@router.get("/swagger-ui-bundle.js")
def send_swagger_script() -> Response:
    return _file("swagger-ui-bundle.js", "text/javascript")


@router.get("/swagger-ui.css")
def send_swagger_style() -> Response:
    return _file("swagger-ui.css", "text/css")


def _file(name: str, kind: str) -> Response:
    return FileResponse(_SWAGGER / name, media_type=kind, headers=look.YEAR)
