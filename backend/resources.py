"""Where the files are that are not code: in a wheel inside this package, in a checkout where they are made.

`requirements/hatch_build.py` puts them into the wheel.
"""

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
