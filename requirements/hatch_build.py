"""What hatchling asks while it builds a wheel: its dependencies, and which files go where.

Both projects use it: `pyproject.toml` (dynoboard) and `agents/pyproject.toml` (dynoboard-agent).
"""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

HERE = Path(__file__).parent
CHECKOUT = HERE.parent
NOT_SHIPPED = {"tests", "__pycache__", "Dockerfile", "pyproject.toml"}
_LOCKED = re.compile(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;]+)", re.MULTILINE)


class Dependencies(MetadataHookInterface):
    """`dependencies` of the project: those of the file `requirements`, and of the files that it includes.

    Each from the version in the file `lock` up to the next major one: what is installed with a wheel is what
    was tested, or a correction of it.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        locked: dict[str, list[Version]] = {}
        for name, version in _LOCKED.findall((HERE / self.config["lock"]).read_text()):
            locked.setdefault(name, []).append(Version(version))
        wanted = _requirements(HERE / self.config["requirements"])
        metadata["dependencies"] = [str(_bounded(Requirement(line), locked)) for line in wanted]


def _bounded(wanted: Requirement, locked: dict[str, list[Version]]) -> Requirement:
    """A limit of its own stays. A lock may hold several versions, for several Pythons."""
    versions = locked[wanted.name]
    wanted.specifier &= SpecifierSet(f">={min(versions)}")
    if not any(limit.operator.startswith("<") for limit in wanted.specifier):
        wanted.specifier &= SpecifierSet(f"<{max(versions).major + 1}")
    return wanted


class Contents(BuildHookInterface):
    """Names every file of the wheel, and afterwards looks that exactly these are in it.

    Options: `packages`; `start`, the name that `start.py` gets; `resources`, whether the built UI
    and the docs site go in.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._folder = TemporaryDirectory()
        start = {str(HERE / "start.py"): f"{self.config['start']}.py"}
        if version == "editable":
            build_data["force_include_editable"] = start
            return
        self._files = start | {str(CHECKOUT / "LICENSE"): "agents/LICENSE"} | _code(self.config["packages"])
        if self.config["resources"]:
            self._files |= _resources()
        built_version = Path(self._folder.name) / "built_version.txt"
        built_version.write_text(f"{self.metadata.version}\n")
        self._files[str(built_version)] = "agents/built_version.txt"
        build_data["force_include"].update(self._files)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._folder.cleanup()
        if version == "editable":
            return
        with zipfile.ZipFile(artifact_path) as wheel:
            names = [name for name in wheel.namelist() if ".dist-info/" not in name]
        if wrong := set(names) ^ set(self._files.values()):
            raise SystemExit(f"{artifact_path} is not what was asked for: {', '.join(sorted(wrong))}")
        if len(names) != len(self._files):
            raise SystemExit(f"{artifact_path} has {len(names)} files, not {len(self._files)}")
        self.app.display_info(f"{len(names)} files, {Path(artifact_path).stat().st_size / 1e6:.1f} MB")


def _requirements(path: Path) -> Iterator[str]:
    for line in path.read_text().splitlines():
        wanted = line.partition("#")[0].strip()
        if wanted.startswith("-r "):
            yield from _requirements(path.parent / wanted[3:].strip())
        elif wanted:
            yield wanted


def _code(packages: list[str]) -> dict[str, str]:
    """File of the checkout → its place in the wheel."""
    found = (path for package in packages for path in (CHECKOUT / package).rglob("*") if path.is_file())
    inside = ((path, path.relative_to(CHECKOUT)) for path in found)
    return {str(path): str(place) for path, place in inside if not NOT_SHIPPED & set(place.parts)}


def _resources() -> dict[str, str]:
    """The same for what `backend.resources` finds."""
    ui = CHECKOUT / "frontend" / "dist"
    for index in (ui / "index.html", ui / "docs" / "index.html"):
        if not index.is_file():
            raise SystemExit(
                f"The UI is not built (no {index.relative_to(CHECKOUT)}): run `make build` first"
            )
    built = {str(path): f"backend/static/{path.relative_to(ui)}" for path in ui.rglob("*") if path.is_file()}
    return built | {str(HERE / "agent.lock"): "backend/agent.lock"}
