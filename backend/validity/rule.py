"""Rules for trials: a check of one trial with a code, a level and a limit that people can read."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from backend.model_fields import copy_fields
from backend.validity.evidence import Evidence
from backend.validity.finding import Finding, FindingLevel, RuleOut


class Hit(NamedTuple):
    """Hit of a check: a sentence, the value, and the limit where a definition can move it."""

    message: str
    value: float
    threshold: float | None = None


@dataclass(frozen=True)
class Rule:
    """`title` names it in tables, `sentence` says what must hold, `limit` shows the threshold."""

    code: str
    level: FindingLevel
    title: str
    sentence: str
    limit: str
    threshold: float | None
    check: Callable[[Evidence], Iterator[Hit]]

    @property
    def explanation(self) -> str:
        """Reason for the rule: the docstring of its function."""
        return inspect.getdoc(self.check) or ""

    def describe(self) -> RuleOut:
        return copy_fields(RuleOut, self, why=self.explanation)

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        for message, value, threshold in self.check(evidence):
            yield Finding(
                code=self.code,
                level=self.level,
                message=message,
                value=value,
                threshold=self.threshold if threshold is None else threshold,
            )


def rule(
    level: FindingLevel, title: str, sentence: str, limit: str, threshold: float | None
) -> Callable[[Callable[[Evidence], Iterator[Hit]]], Rule]:
    """Make a rule of the function that checks it; the function's name is its code."""
    return lambda check: Rule(check.__name__, level, title, sentence, limit, threshold, check)
