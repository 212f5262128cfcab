"""Bottleneck of a run, and the rules that find one."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import BaseModel, Field

from agents.catalog.roles import Role
from backend.diagnostics.bottlenecks.evidence import Evidence

Chart = Literal["cpu", "softirq", "network", "sockets", "nginx", "waiting"]


class Bottleneck(BaseModel):
    """Bottleneck of a run, with the evidence in numbers and what to do about it."""

    code: str = Field(examples=["all_workers"])
    title: str = Field(examples=["the proxy’s workers"], description="in few words, within a sentence")
    role: Role | None = Field(None, description="whose bottleneck it is; None where it is nobody's alone")
    host: str = ""
    sentence: str = Field(examples=["Both workers of the proxy were busy 99% of the time."])
    advice: str = Field(description="what to do about it, in few words")
    chart: Chart = Field(description="the kind of reading on the run's page that shows it")
    is_near: bool = Field(default=False, description="its interval holds the border: not sure that it is one")

    @property
    def words(self) -> str:
        """“limited by the proxy’s workers”"""
        return f"near a limit: {self.title}" if self.is_near else f"limited by {self.title}"


class Hit(NamedTuple):
    """Finding of a rule: a sentence with numbers; `title` and `advice` where they are not the rule's own."""

    sentence: str
    host: str = ""
    role: Role | None = None
    title: str = ""
    advice: str = ""


@dataclass(frozen=True)
class BottleneckRule:
    """`title` names the bottleneck within a sentence, `holds` says when it is one, `advice` what to do."""

    code: str
    title: str
    holds: str
    advice: str
    chart: Chart
    check: Callable[[Evidence], Iterator[Hit]]

    @property
    def explanation(self) -> str:
        """Reason for the rule: the docstring of its function."""
        return inspect.getdoc(self.check) or ""

    def bottlenecks(self, evidence: Evidence) -> Iterator[Bottleneck]:
        for sentence, host, role, title, advice in self.check(evidence):
            yield Bottleneck(
                code=self.code,
                title=title or self.title,
                role=role,
                host=host,
                sentence=sentence,
                advice=advice or self.advice,
                chart=self.chart,
            )


def rule(
    code: str, title: str, holds: str, advice: str, chart: Chart
) -> Callable[[Callable[[Evidence], Iterator[Hit]]], BottleneckRule]:
    """Make a rule of the function that finds its hits."""
    return lambda check: BottleneckRule(code, title, holds, advice, chart, check)
