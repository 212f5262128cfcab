"""Where the files are that are not code: in a wheel inside this package, in a checkout where they are made.

`requirements/hatch_build.py` puts them into the wheel.
"""

from collections.abc import Mapping
from pathlib import Path

_PACKAGE = Path(__file__).parent
CHECKOUT = _PACKAGE.parent
"""The folder with all packages: a checkout, or what a wheel was installed into."""


def _locate(in_wheel: str, in_checkout: str) -> Path:
    wheel_path = _PACKAGE / in_wheel
    return wheel_path if wheel_path.exists() else CHECKOUT / in_checkout


UI = _locate("static", "frontend/dist")
MIGRATIONS = CHECKOUT / "migrations"
LICENSE = _locate("../agents/LICENSE", "LICENSE")
AGENT_LOCK = _locate("agent.lock", "requirements/agent.lock")
"""What an agent needs, with hashes."""
START = _locate("../dynoboard.py", "requirements/start.py")
"""The first lines of every command."""
DOCS = CHECKOUT / "docs"

_END = "<!-- end -->"


def fill_page(path: Path, parts: Mapping[str, str]) -> str:
    """The text of a page, with each part anew between `<!-- generated: PART -->` and `<!-- end -->`."""
    text = path.read_text("utf-8")
    for name, part in parts.items():
        before, begin, rest = text.partition(f"<!-- generated: {name} -->\n")
        _, end, after = rest.partition(_END)
        if not end:
            raise ValueError(f"{path.name} has no place for the part {name}")
        text = f"{before}{begin}\n{part.strip()}\n\n{end}{after}"
    return text
