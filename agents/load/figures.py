"""What a load tool printed, as figures, counts and warnings. Pure."""

from collections.abc import Mapping

from agents.load.driver import Outcome
from agents.parse import parse
from agents.parse.figures import figures_of
from agents.parse.types import ToolName


def outcome_of(tool: ToolName, stdout: str, stderr: str, table: Mapping[int, float] | None = None) -> Outcome:
    """Figures of a report; `table` is ab's exact one (percent → seconds). NotAReport when there is none."""
    report = parse(stdout, tool, stderr)
    return Outcome(figures_of(report, table), report.errors.model_dump(), report.cautions)
