"""docs/load-tools.md says what the catalog of load tools says."""

import pytest

from agents.catalog.__main__ import PACKAGES, debian_packages
from agents.catalog.tool import ToolInfo
from agents.catalog.tools import TOOLS
from backend.recipes.tool_page import TARGET, page


def test_the_page_is_fresh() -> None:
    assert TARGET.read_text("utf-8") == page(), "run `python -m backend.recipes.tool_page`"


def test_the_list_of_packages_is_fresh() -> None:
    assert PACKAGES.read_text("utf-8") == debian_packages(), "run `python -m agents.catalog`"


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_every_limit_of_a_tool_is_in_the_guide(tool: ToolInfo) -> None:
    _, _, rest = page().partition(f"\n## {tool.name}\n")
    section = rest.partition("\n## ")[0]
    notes = [note for note in (*tool.figures, *tool.notes) if not note.startswith("Closed-loop")]
    assert [note for note in notes if f"- {note}\n" not in section] == []
    assert ("- Open loop" if tool.open_loop else "- Closed-loop") in section
