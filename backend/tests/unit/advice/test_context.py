"""A plan says which variants have no baseline in their context."""

from typing import Any

from backend.advice.advise import advise
from backend.definition.parse import parse_definition


def codes(variants: list[dict[str, Any]]) -> list[str]:
    definition = parse_definition(
        {"name": "n", "workloads": [{"tool": "wrk", "duration": "10s"}], "variants": variants}
    )
    return [advice.text for advice in advise(definition) if advice.code == "no_baseline_in_context"]


BASELINE = {"name": "default"}
TUNED = {"name": "tuned", "set": {"origin.instances": 2, "nginx.worker_processes": 2}}


def test_a_variant_of_another_context_without_a_baseline_there() -> None:
    (text,) = codes([BASELINE, TUNED])
    assert "(instances of the backend 2)" in text


def test_with_a_baseline_in_its_context_nothing_is_said() -> None:
    assert not codes([BASELINE, {"name": "two", "set": {"origin.instances": 2}}, TUNED])
    assert not codes([BASELINE, {"name": "direct", "topology": "direct"}])
