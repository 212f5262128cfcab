"""Questions that a definition asks about each candidate, and how many its verdicts are adjusted for."""

import pytest

from agents.catalog.metrics import METRICS, QUESTIONS
from backend.analysis.trial_values import metric_family
from backend.definition.issues import DefinitionErrors
from backend.definition.parse import parse_definition
from backend.definition.stopping_rule import questions_of
from backend.definition.writer import to_yaml

TEXT = """
name: pinned
workloads: [{tool: wrk, threads: 1, connections: 10, duration: 2s}]
variants: [{name: a}, {name: b, set: {nginx.worker_processes: 2}}]
"""


def test_both_are_asked_where_it_does_not_say() -> None:
    assert questions_of({}) == questions_of({"decide_on": None}) == QUESTIONS
    assert "decide_on" not in to_yaml(parse_definition(TEXT))


@pytest.mark.parametrize(("asked", "metric"), [("throughput", QUESTIONS[0]), ("cpu", QUESTIONS[1])])
def test_one_question_alone_is_judged_alone(asked: str, metric: str) -> None:
    definition = parse_definition(TEXT + f"decide_on: [{asked}]\n")
    assert parse_definition(to_yaml(definition)).decide_on == [asked]
    assert parse_definition(TEXT + f"decide_on: {asked}\n") == definition
    questions = questions_of(definition.model_dump())
    assert questions == (metric,)
    family = metric_family(2, METRICS[metric], METRICS, questions=questions)
    assert (family.metrics, family.is_exploratory) == (1, False)
    (other,) = set(QUESTIONS) - {metric}
    assert metric_family(2, METRICS[other], METRICS, questions=questions).is_exploratory


def test_experiments_side_by_side_ask_what_any_of_them_asks() -> None:
    assert questions_of({"decide_on": ["cpu"]}, {"decide_on": ["throughput"]}) == QUESTIONS
    assert questions_of({"decide_on": ["cpu"]}, {}) == QUESTIONS


@pytest.mark.parametrize("value", ["[]", "[speed]", "speed", "3", "[cpu, cpu, cpu]"])
def test_what_is_no_question_is_refused_with_its_place(value: str) -> None:
    with pytest.raises(DefinitionErrors) as caught:
        parse_definition(TEXT + f"decide_on: {value}\n")
    assert caught.value.errors[0].place.startswith("decide_on")
