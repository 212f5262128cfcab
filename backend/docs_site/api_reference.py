"""/api/docs: the API's reference by Swagger UI, whose files come from a package and not from another host."""

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response

from backend.docs_site.site import CSP
from backend.http.static_files import BuiltFiles

router = APIRouter(prefix="/api/docs", include_in_schema=False)
_FILES = BuiltFiles(directory=Path(__file__).parent / "static", packages=[("fastapi_offline", "static")])
_CSP = CSP.replace("img-src 'self'", "img-src 'self' data:")


@router.get("")
async def show_api_reference(request: Request) -> Response:
    response = await _FILES.get_response("api.html", request.scope)
    response.headers.update({"Content-Security-Policy": _CSP, "Cache-Control": "no-cache"})
    return response


@router.get("/{name}")
async def send_file(name: str, request: Request) -> Response:
    return await _FILES.get_response(name, request.scope)
