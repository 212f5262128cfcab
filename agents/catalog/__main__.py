"""`python -m agents.catalog` prints tools and metrics as JSON: the UI's words are made from it.

It also writes debian-packages.txt, from which .ci/setup and the image of an agent install load tools.
"""

import json
from pathlib import Path

from agents.catalog.metrics import MAIN, METRICS
from agents.catalog.tools import DEFAULT_TOOL, READERS, TOOLS, all_of, any_of

_OF_TOOLS = {
    "name",
    "label",
    "ends_by",
    "threads",
    "timeout",
    "open_loop",
    "invents",
    "no_percentile",
    "example",
}
"""What words need before the API has answered; the rest is in `GET /api/v1/tools`."""


def catalog() -> dict[str, object]:
    """Constants of the UI by name."""
    return {
        "METRICS": [metric.model_dump(mode="json") for metric in METRICS.values()],
        "MAIN_METRIC": MAIN.name,
        "TOOLS": [tool.model_dump(mode="json", include=_OF_TOOLS) for tool in TOOLS.values()],
        "DEFAULT_TOOL": DEFAULT_TOOL,
        "ALL_READABLE_TOOLS": all_of(READERS),
        "ANY_READABLE_TOOL": any_of(READERS),
        "ANY_TOOL": any_of(TOOLS),
    }


PACKAGES = Path(__file__).with_name("debian-packages.txt")


def debian_packages() -> str:
    """A tool and its package on each line: those that recipes need."""
    tools = (tool for tool in TOOLS.values() if tool.purpose and "debian" in tool.packages)
    return "".join(f"{tool.name} {tool.packages['debian']}\n" for tool in tools)


if __name__ == "__main__":
    PACKAGES.write_text(debian_packages(), "utf-8")
    print(json.dumps(catalog(), ensure_ascii=False))
