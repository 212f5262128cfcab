"""What an experiment asks about each candidate: throughput, CPU a request, or both. Pure."""

from collections.abc import Mapping
from typing import Any, Literal

from agents.catalog.metrics import QUESTIONS

Question = Literal["throughput", "cpu"]
METRIC_OF: Mapping[Question, str] = {"throughput": QUESTIONS[0], "cpu": QUESTIONS[1]}


def questions_of(*definitions: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the metrics that any of the stored definitions decides on; one that does not say asks both."""
    questions = {question for of in definitions for question in of.get("decide_on") or METRIC_OF}
    return tuple(metric for question, metric in METRIC_OF.items() if question in questions)
