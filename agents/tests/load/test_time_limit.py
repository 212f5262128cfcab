"""How long a load tool may run before the agent ends it: its load, its patience, and all its connections."""

import pytest

from agents.catalog.tools import LOAD_TOOLS
from agents.contract.workload import Workload

FEW, MANY = 16, 16_000


@pytest.mark.parametrize("tool", sorted(LOAD_TOOLS))
def test_the_limit_grows_with_the_connections_that_are_opened_and_closed(tool: str) -> None:
    end = {"duration_s": 5} if "duration" in LOAD_TOOLS[tool].info.ends_by else {"requests": 100_000}
    end |= {"rate": 10} if LOAD_TOOLS[tool].info.open_loop else {}
    few, many = (
        LOAD_TOOLS[tool].max_run_s(Workload.model_validate({"tool": tool, "connections": n} | end))
        for n in (FEW, MANY)
    )
    assert few > (end.get("duration_s") or 0)
    assert many - few == pytest.approx(160, abs=0.5)
