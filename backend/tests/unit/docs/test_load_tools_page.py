"""docs/load-tools.md says what the table of load tools says."""

from pathlib import Path

import pytest

from agents.catalog.tool import ToolInfo
from agents.catalog.tools import TOOLS

PAGE = Path(__file__).parents[4] / "docs/load-tools.md"


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_every_limit_of_a_tool_is_in_the_guide(tool: ToolInfo) -> None:
    _, _, rest = PAGE.read_text().partition(f"\n## {tool.name}\n")
    section = rest.partition("\n## ")[0]
    said = [note for note in (*tool.figures, *tool.notes) if not note.startswith("Closed-loop")]
    assert [note for note in said if f"- {note}\n" not in section] == []
    assert "- Closed-loop" in section
