"""The agent's own wheel, made of the code that runs here: what a host installs is what this dashboard knows.

`make dist` builds the same with hatchling; a test of the packages holds the two against each other.
"""

import hashlib
import io
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from agents import __version__
from agents.version import VERSION_FILE
from backend import resources
from backend.hosts.installing.locked import Locked, read_lock

NAME = f"dynoboard_agent-{__version__}-py3-none-any.whl"
_INFO = f"dynoboard_agent-{__version__}.dist-info"
_NOT_SHIPPED = {"tests", "__pycache__", "Dockerfile", "pyproject.toml"}
_AT = (1980, 1, 1, 0, 0, 0)  # the same bytes whenever it is made
_WHEEL = "Wheel-Version: 1.0\nGenerator: dynoboard\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_SCRIPTS = """[console_scripts]
dyno = dynoboard_agent:dyno_with_agent_only
dyno-agent = dynoboard_agent:dyno_agent
"""


@lru_cache
def own_wheel() -> bytes:
    """The wheel; as long as this process runs it is the same."""
    files = _code() | {
        f"{_INFO}/METADATA": _metadata(read_lock(resources.AGENT_LOCK.read_text())).encode(),
        f"{_INFO}/WHEEL": _WHEEL.encode(),
        f"{_INFO}/entry_points.txt": _SCRIPTS.encode(),
    }
    files[f"{_INFO}/RECORD"] = _record(files).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            wheel.writestr(zipfile.ZipInfo(name, _AT), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _code() -> dict[str, bytes]:
    folder = resources.CHECKOUT / "agents"
    paths = {str(p.relative_to(folder.parent)): p for p in folder.rglob("*") if p.is_file()}
    shipped_files = {name: path for name, path in paths.items() if not _NOT_SHIPPED & set(Path(name).parts)}
    shipped_files |= {"agents/LICENSE": resources.LICENSE, "dynoboard_agent.py": resources.START}
    code = {name: shipped_files[name].read_bytes() for name in sorted(shipped_files)}
    return code | {f"agents/{VERSION_FILE}": f"{__version__}\n".encode()}


def _metadata(packages: list[Locked]) -> str:
    needs = [
        f"Requires-Dist: {package.name}=={package.version}"
        + (f" ; {package.marker}" if package.marker else "")
        for package in packages
    ]
    head = ("Metadata-Version: 2.1", "Name: dynoboard-agent", f"Version: {__version__}")
    return "\n".join([*head, "Requires-Python: >=3.11,<3.15", *needs]) + "\n"


def _record(files: Mapping[str, bytes]) -> str:
    """Every file with its digest, as wheels record it; dynoboard_agent.py compares with it at each start."""
    lines = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    return "\n".join([*lines, f"{_INFO}/RECORD,,"]) + "\n"


def _digest(content: bytes) -> str:
    return urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
