"""What a machine fetches to become a host: open to everybody, the same for all, and without a secret."""

import re
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

from backend.errors import Busy, NotFound
from backend.hosts.installing import wheelhouse
from backend.hosts.installing.fetching import fetches
from backend.hosts.installing.locked import TARGETS, Target
from backend.hosts.installing.reach import reach_of
from backend.hosts.installing.schemas import Reach
from backend.settings import get_settings

router = APIRouter(tags=["hosts"])
install_router = APIRouter(prefix="/agent", tags=["agents"])
_NAME = re.compile(r"[A-Za-z0-9_.+-]{1,200}")
_PLAIN = "text/plain; charset=utf-8"
_AGAIN_S = 2


@router.get("/reach")
def get_reach() -> Reach:
    """Whether machines elsewhere can reach this dashboard and its broker, and what they would install."""
    settings = get_settings()
    return reach_of(settings, wheelhouse.complete_targets(settings.wheels), fetches.last_problem())


@install_router.get("/install.sh", response_class=PlainTextResponse)
def get_installer() -> Response:
    """The script that installs the agent. Nothing of the request is in it: it takes arguments."""
    script = files("backend.hosts.installing").joinpath("install.sh").read_bytes()
    return Response(script, media_type=_PLAIN, headers={"Cache-Control": "no-store"})


@install_router.get("/wheels/{name}", response_class=Response)
def get_wheel(name: str) -> Response:
    """A wheel by its name; by `cp312-x86_64`, digests and names of all that such a host needs."""
    folder = get_settings().wheels
    if target := next((target for target in TARGETS if target.tag == name), None):
        return _list(folder, target)
    content = wheelhouse.content(folder, name) if _NAME.fullmatch(name) else None
    if content is None:
        raise NotFound("There is no such package for agents here")
    return Response(content, media_type="application/octet-stream", headers={"Content-Encoding": "identity"})


def _list(folder: Path, target: Target) -> Response:
    digests = wheelhouse.for_host(folder, target)
    if digests is None:
        if problem := fetches.begin(folder, target):
            tags = ", ".join(target.tag for target in wheelhouse.complete_targets(folder)) or "none"
            raise NotFound(
                f"The packages for {target.tag} are not here (there are those for: {tags}) and could not be "
                f"fetched: {problem}. Run `dyno wheels` on the machine of the dashboard, or on another one "
                "with --to DIR and copy the folder"
            )
        raise Busy(f"The dashboard is fetching the packages for {target.tag}", _AGAIN_S)
    return Response("".join(f"{digest}  {name}\n" for name, digest in digests.items()), media_type=_PLAIN)
