"""What the figures were taken on."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from agents.catalog.tools import LOAD_TOOLS
from agents.load.driver import version_of
from agents.observe.facts import read_facts
from agents.observe.host_text import output_of

CHECKOUT = Path(__file__).parents[2]


def facts() -> dict[str, str]:
    """Date, revision, CPU, kernel, programs and the load average before the first benchmark."""
    found = read_facts("nginx", {name: version_of(tool, output_of) for name, tool in LOAD_TOOLS.items()})
    load = ", ".join(f"{one:.2f}" for one in os.getloadavg())
    return {
        "Date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "Revision": _revision(),
        "CPU": f"{found.cpus} × {found.cpu_model}",
        "Memory": f"{found.memory_bytes / 1e9:.0f} GB",
        "System": f"{found.os}, Linux {found.kernel}"
        + (f", {found.virtualization}" if found.virtualization else ""),
        "Programs": ", ".join(
            [
                f"Python {platform.python_version()}",
                found.nginx.version if found.nginx else "no nginx",
                *(f"{name} {version}" for name, version in found.tools.items()),
            ]
        ),
        "Load average before": f"{load} (1, 5, 15 min)",
    }


def _revision() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short=10", "HEAD"], cwd=CHECKOUT, check=False, capture_output=True, text=True
    )
    return done.stdout.strip() or "unknown"
