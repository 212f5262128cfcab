"""The first lines of `dyno` and `dyno-agent`: are the packages that come next the ones that were installed?

`agents` and `backend` are names that others use too, so this module carries the name of its distribution: a
wheel has it as `dynoboard` or `dynoboard_agent`. Standard library only, and nothing of ours before the check.
"""

import hashlib
import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

OTHER = {"dynoboard": "dynoboard-agent", "dynoboard-agent": "dynoboard"}


def dyno() -> None:
    """The command line of `dynoboard`."""
    check("dynoboard", ("agents", "backend", "migrations", "worker"))
    from backend.cli.main import app

    app()


def dyno_agent() -> NoReturn:
    """The command line of `dynoboard-agent`."""
    check("dynoboard-agent", ("agents",))
    from agents.runner.__main__ import main

    sys.exit(main())


def dyno_with_agent_only() -> NoReturn:
    """`dyno` where the agent alone is installed: the line that the Hosts page shows works there too."""
    check("dynoboard-agent", ("agents",))
    if sys.argv[1:2] != ["agent"]:
        _end("dynoboard-agent is installed here, which has `dyno agent` alone; the rest comes with dynoboard")
    del sys.argv[1]
    dyno_agent()


def check(distribution: str, packages: tuple[str, ...]) -> None:
    """End with one sentence unless each package is the one that this distribution installed."""
    if _is_installed(OTHER[distribution]):
        _end(
            f"{distribution} and {OTHER[distribution]} are installed in one environment, and both bring the "
            f"package agents: uninstall both, then install one of them (dynoboard has the agent: dyno agent)"
        )
    installed = metadata.distribution(distribution)
    recorded = dict(_record(installed))
    for package in packages:
        file = f"{package}/__init__.py"
        if file in recorded:  # a checkout is installed without them
            _check_package(distribution, package, Path(str(installed.locate_file(file))), recorded[file])


def _record(installed: metadata.Distribution) -> Iterator[tuple[str, str]]:
    """File → its digest at installation, `sha256=…`. `Distribution.files` leaves out what is gone."""
    for line in (installed.read_text("RECORD") or "").splitlines():
        name, digest, _size = line.rsplit(",", 2)
        yield name, digest


def _check_package(distribution: str, package: str, ours: Path, digest: str) -> None:
    if not ours.is_file():
        _end(f"{ours} is gone, taken along when another package was removed: install {distribution} again")
    found = find_spec(package)
    if found is None or found.origin is None or not ours.samefile(found.origin):
        where = Path(found.origin).parent if found and found.origin else "a folder of that name"
        _end(
            f"the package {package} of {distribution} is hidden by {where}, which Python finds first: "
            f"take it off PYTHONPATH, or start from another folder"
        )
    if digest and digest != _digest(ours):
        _end(
            f"{ours} is not of {distribution}: {_others(package, distribution)} put its own package "
            f"{package} there; install {distribution} into an environment of its own (uvx, pipx)"
        )


def _digest(path: Path) -> str:
    """As wheels record it."""
    return "sha256=" + urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).decode().rstrip("=")


def _others(package: str, distribution: str) -> str:
    """Who else says that it installed a package of this name."""
    names = set(metadata.packages_distributions().get(package, ())) - {distribution}
    return " and ".join(sorted(names)) or "something else"


def _is_installed(distribution: str) -> bool:
    try:
        metadata.distribution(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


def _end(text: str) -> NoReturn:
    sys.exit(f"{Path(sys.argv[0]).name}: {text}")
