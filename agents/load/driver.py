"""What a load tool is to the agent: an argument list, a version, and how to read its figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from agents.contract.reports import Latency
from agents.contract.workload import Workload
from agents.parse import parse
from agents.parse.figures import figures_of
from agents.parse.types import ReadableTool

LONGEST_S = 3600.0


@dataclass(frozen=True)
class Outcome:
    """What a report of a tool says, in metrics and counts."""

    figures: dict[str, float | None]
    errors: dict[str, int | None] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    latency: Latency | None = None


Asked = Callable[[Sequence[str]], str]  # what a program prints that ends by itself


class ToolDriver(Protocol):
    name: str

    def version(self, said: Asked) -> str | None:
        """None when the tool is not installed."""
        ...

    def argv(self, workload: Workload, url: str, folder: Path) -> list[str]:
        """The argument list, run in `folder`: what the tool reads is put there, it writes into its out/."""
        ...

    def longest_s(self, workload: Workload) -> float:
        """After this many seconds the tool hangs."""
        ...

    def files_needed(self, workload: Workload) -> int: ...

    def outcome(self, stdout: str, stderr: str, folder: Path) -> Outcome:
        """The figures; NotAReport when there are none."""
        ...


def outcome_of(
    tool: ReadableTool, stdout: str, stderr: str, table: Mapping[int, float] | None = None
) -> Outcome:
    """What a report says; `table` is ab's exact one (percent → seconds). NotAReport when there is none."""
    report = parse(stdout, tool, stderr)
    return Outcome(figures_of(report, table), report.errors.model_dump(), report.cautions)
