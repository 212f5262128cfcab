"""What a machine fetches to become a host: open to everybody, the same for all, and without a secret."""

import re
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

from backend.errors import NotFound
from backend.hosts.installing import wheelhouse
from backend.hosts.installing.locked import TARGETS
from backend.hosts.installing.reach import reach_of
from backend.hosts.installing.schemas import Reach
from backend.settings import get_settings

router = APIRouter(tags=["hosts"])
install_router = APIRouter(prefix="/agent", tags=["agents"])
_NAME = re.compile(r"[A-Za-z0-9_.+-]{1,200}")
_PLAIN = "text/plain; charset=utf-8"


@router.get("/reach")
def get_reach() -> Reach:
    """Whether machines elsewhere can reach this dashboard and its broker, and what they would install."""
    settings = get_settings()
    return reach_of(settings, wheelhouse.complete_targets(settings.wheels))


@install_router.get("/install.sh", response_class=PlainTextResponse)
def get_installer() -> Response:
    """The script that installs the agent. Nothing of the request is in it: it takes arguments."""
    script = files("backend.hosts.installing").joinpath("install.sh").read_bytes()
    return Response(script, media_type=_PLAIN, headers={"Cache-Control": "no-store"})


@install_router.get("/wheels/{name}", response_class=Response)
def get_wheel(name: str) -> Response:
    """A wheel by its name; by `cp312-x86_64`, digests and names of all that such a host needs."""
    folder = get_settings().wheels
    if any(target.tag == name for target in TARGETS):
        return _list(folder, name)
    content = wheelhouse.content(folder, name) if _NAME.fullmatch(name) else None
    if content is None:
        raise NotFound("There is no such package for agents here")
    return Response(content, media_type="application/octet-stream", headers={"Content-Encoding": "identity"})


def _list(folder: Path, tag: str) -> Response:
    digests = wheelhouse.for_host(folder, tag)
    if digests is None:
        tags = ", ".join(target.tag for target in wheelhouse.complete_targets(folder)) or "none"
        raise NotFound(
            f"The packages for {tag} are not here (there are those for: {tags}): run `dyno wheels` on the "
            "machine of the dashboard, or install another Python on the host"
        )
    return Response("".join(f"{digest}  {name}\n" for name, digest in digests.items()), media_type=_PLAIN)
