"""Trials until precise, or decided, in a definition: read, written back, refused where it makes no sense."""

from typing import Any

import pytest

from backend.experiments.definition.issues import DefinitionErrors
from backend.experiments.definition.model import Definition, Until, UntilDecided, UntilPrecise
from backend.experiments.definition.overrides import apply
from backend.experiments.definition.parse import parse_definition
from backend.experiments.definition.stopping_rule import rule_of
from backend.experiments.definition.writer import to_yaml

BASE: dict[str, Any] = {
    "name": "x",
    "workloads": [{"tool": "wrk", "threads": 1, "connections": 8, "duration": "2s"}],
    "variants": [{"name": "a"}, {"name": "b", "set": {"nginx.worker_processes": 2}}],
}
ONE = {"requests_per_s": 0.01}


def read(trials: Any, **changes: Any) -> Definition:
    return parse_definition(BASE | {"trials": trials} | changes)


def said(trials: Any, **changes: Any) -> dict[str, str]:
    with pytest.raises(DefinitionErrors) as caught:
        read(trials, **changes)
    return {p.place: p.message for p in caught.value.problems}


@pytest.mark.parametrize(
    ("trials", "meant"),
    [
        ({"min": 6, "max": 30, "until": {"requests_per_s": "1%"}}, UntilPrecise(min=6, max=30, until=ONE)),
        ({"until": {"requests_per_s": 0.01}}, UntilPrecise(min=8, max=30, until=ONE)),
        ({"max": 9, "until": "1 %"}, UntilPrecise(min=8, max=9, until=ONE)),
        (
            {"until": {"requests_per_s": "1%", "latency_p99": "12.5%"}},
            UntilPrecise(min=8, max=30, until=ONE | {"latency_p99": 0.125}),
        ),
        ({"until": "decided"}, UntilDecided(min=8, max=40, until="decided")),
        ({"min": 5, "max": 20, "until": "decided"}, UntilDecided(min=5, max=20, until="decided")),
    ],
)
def test_a_rule_is_read_and_written_back(trials: Any, meant: Until) -> None:
    found = read(trials)
    assert found.trials == meant
    assert parse_definition(to_yaml(found)) == found
    stored = found.model_dump(mode="json", by_alias=True)
    assert rule_of(stored) == meant
    assert parse_definition(stored | {"published": None}) == found


def test_the_yaml_is_as_people_write_it() -> None:
    text = to_yaml(read({"min": 5, "max": 20, "until": {"requests_per_s": 0.01, "latency_p99": 0.05}}))
    assert "trials: {min: 5, max: 20, until: {requests_per_s: 1%, latency_p99: 5%}}\n" in text
    assert "trials: {min: 8, max: 20, until: decided}\n" in to_yaml(read({"max": 20, "until": "decided"}))


def test_a_fixed_number_stays_one() -> None:
    found = read(7)
    assert (found.trials, found.max_rounds) == (7, 7)
    assert rule_of(found.model_dump(mode="json")) is None


@pytest.mark.parametrize(
    ("trials", "place", "part"),
    [
        ({}, "trials.until", "is missing: say decided, or how narrow"),
        ({"until": {}}, "trials.until", "must not be empty"),
        ({"until": [1]}, "trials.until", "must be a map"),
        ({"until": True}, "trials.until", "must be a map"),
        ({"until": None}, "trials.until", "must be a map"),
        ({"min": 2, "until": "1%"}, "trials.min", "at least 3"),
        ({"min": 9, "max": 4, "until": "1%"}, "trials.max", "at least min, which is 9"),
        ({"min": "x", "until": "1%"}, "trials.min", "a whole number"),
        ({"max": 4.5, "until": "1%"}, "trials.max", "a whole number"),
        ({"mox": 4, "until": "1%"}, "trials.mox", "did you mean max?"),
        ({"until": {"rps": "1%"}}, "trials.until.rps", "there is: requests_per_s"),
        ({"until": {"failed_requests": "1%"}}, "trials.until.failed_requests", "can be zero"),
        ({"until": {"requests_per_s": "much"}}, "trials.until.requests_per_s", "from 0.1% to 100%"),
        ({"until": {"requests_per_s": None}}, "trials.until.requests_per_s", "from 0.1% to 100%"),
        ({"until": "0.01%"}, "trials.until", "from 0.1% to 100%"),
        ({"until": "decide"}, "trials.until", "got “decide”; or until: decided"),
        ({"min": 2, "until": "decided"}, "trials.min", "at least 3"),
        ({"min": 9, "max": 4, "until": "decided"}, "trials.max", "at least min, which is 9"),
        ({"max": 10**12, "until": "decided"}, "trials", "at most 20000 trials"),
        ({"mox": 4, "until": "decided"}, "trials.mox", "did you mean max?"),
        ({"until": "101%"}, "trials.until", "from 0.1% to 100%"),
        ({"max": 10**12, "until": "1%"}, "trials", "at most 20000 trials"),
        ([5], "trials", "a whole number"),
    ],
)
def test_a_mistake_is_named_at_its_place(trials: Any, place: str, part: str) -> None:
    found = said(trials)
    assert list(found) == [place]
    assert part in found[place]


@pytest.mark.parametrize(
    ("changes", "place", "part"),
    [
        ({"order": "sequential"}, "trials", "no round is whole before the last run begins"),
        ({"kind": "ceiling"}, "trials", "ends by its bracket"),
        ({"variants": [{"name": "a"}], "control": False}, "trials", "one variant and no control"),
        (
            {"workloads": [{"name": "w", "tool": "ab", "threads": 1, "connections": 8, "requests": 900}]},
            "trials.until.latency_p99_9",
            "ab of workload “w” does not give latency_p99_9",
        ),
    ],
)
def test_a_rule_that_cannot_be_kept_is_refused(changes: dict[str, Any], place: str, part: str) -> None:
    found = said({"until": {"latency_p99_9": "5%"}}, **changes)
    assert list(found) == [place]
    assert part in found[place]


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"order": "sequential"}, "trials until decided need order: interleaved"),
        ({"kind": "ceiling"}, "trials until decided are for kind: compare"),
        ({"variants": [{"name": "a"}]}, "no candidate to decide on"),
    ],
)
def test_looks_that_cannot_decide_anything_are_refused(changes: dict[str, Any], part: str) -> None:
    found = said({"until": "decided"}, **changes)
    assert list(found) == ["trials"]
    assert part in found["trials"]


def test_a_control_alone_can_become_precise() -> None:
    assert read({"until": "2%"}, variants=[{"name": "a"}]).max_rounds == 30


@pytest.mark.parametrize(
    ("old", "given", "meant"),
    [
        (12, {"trials.until": "2%"}, {"until": "2%"}),
        (12, {"trials.until": "2%", "trials.max": "40"}, {"until": "2%", "max": 40}),
        ({"min": 5, "until": "2%"}, {"trials.max": "40"}, {"min": 5, "until": "2%", "max": 40}),
        ({"until": ONE}, {"trials.until.latency_p99": "9%"}, {"until": ONE | {"latency_p99": "9%"}}),
        ({"until": "2%"}, {"trials": "7"}, 7),
        (12, {"trials.until": "decided"}, {"until": "decided"}),
        ({"max": 30, "until": ONE}, {"trials.until": "decided"}, {"max": 30, "until": "decided"}),
        (7, {"trials": "{max: 20, until: decided}"}, {"max": 20, "until": "decided"}),
        (
            7,
            {"trials": "{max: 9, until: {requests_per_s: 1%}}"},
            {"max": 9, "until": {"requests_per_s": "1%"}},
        ),
    ],
)
def test_overrides_change_a_rule_or_make_one(old: Any, given: dict[str, str], meant: Any) -> None:
    data = BASE | {"trials": old}
    assert apply(data, given)["trials"] == meant
    assert data["trials"] == old
