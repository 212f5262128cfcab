"""Trials until decided in a definition: read, written back, refused where it makes no sense."""

from typing import Any

import pytest

from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition, UntilDecided
from backend.definition.overrides import apply
from backend.definition.parse import parse_definition
from backend.definition.stopping_rule import rule_of
from backend.definition.writer import to_yaml

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
    return {p.place: p.message for p in caught.value.errors}


@pytest.mark.parametrize(
    ("trials", "meant"),
    [
        ({"until": "decided"}, {"min": 8, "max": 40}),
        ({"min": 5, "max": 20, "until": "decided"}, {"min": 5, "max": 20}),
    ],
)
def test_a_rule_is_read_and_written_back(trials: Any, meant: dict[str, int]) -> None:
    definition = read(trials)
    assert definition.trials == UntilDecided(until="decided", min=meant["min"], max=meant["max"])
    assert parse_definition(to_yaml(definition)) == definition
    stored = definition.model_dump(mode="json", by_alias=True)
    assert rule_of(stored) == definition.trials
    assert parse_definition(stored | {"published": None}) == definition


@pytest.mark.parametrize(
    ("trials", "meant"),
    [
        ({"min": 6, "max": 30, "until": {"requests_per_s": "1%"}}, {"min": 6, "max": 30}),
        ({"until": {"requests_per_s": 0.01}}, {"min": 8, "max": 30}),
        ({"max": 9, "until": "1 %"}, {"min": 8, "max": 9}),
        ({"until": {"requests_per_s": "1%", "latency_p99": "12.5%"}}, {"min": 8, "max": 30}),
    ],
)
def test_until_precise_becomes_until_decided_and_says_so(trials: Any, meant: dict[str, int]) -> None:
    definition = read(trials)
    decided = UntilDecided(until="decided", min=meant["min"], max=meant["max"])
    assert definition.trials == decided.model_copy(update={"instead_of": "precise"})
    assert Definition.model_validate(definition.model_dump(mode="json") | {"trials": trials}) == definition
    assert parse_definition(to_yaml(definition)).trials == decided


def test_a_stored_rule_until_precise_plans_no_interim_analysis() -> None:
    stored = read(7).model_dump(mode="json") | {"trials": {"min": 8, "max": 30, "until": ONE}}
    assert rule_of(stored) is None


def test_the_yaml_is_as_people_write_it() -> None:
    assert "trials: {min: 8, max: 20, until: decided}\n" in to_yaml(read({"max": 20, "until": "decided"}))
    assert "trials: {min: 8, max: 30, until: decided}\n" in to_yaml(read({"until": "1%"}))


def test_a_fixed_number_stays_one() -> None:
    found = read(7)
    assert (found.trials, found.max_rounds) == (7, 7)
    assert rule_of(found.model_dump(mode="json")) is None


@pytest.mark.parametrize(
    ("trials", "place", "part"),
    [
        ({}, "trials.until", "is missing: say until: decided"),
        ({"until": {}}, "trials.until", "must be decided"),
        ({"until": [1]}, "trials.until", "must be decided"),
        ({"until": True}, "trials.until", "must be decided"),
        ({"until": None}, "trials.until", "must be decided"),
        ({"until": "decide"}, "trials.until", "must be decided; got “decide”"),
        ({"until": {"rps": "1%"}}, "trials.until", "must be decided"),
        ({"until": {"failed_requests": "1%"}}, "trials.until", "must be decided"),
        ({"until": {"requests_per_s": "much"}}, "trials.until", "must be decided"),
        ({"until": {"requests_per_s": None}}, "trials.until", "must be decided"),
        ({"until": "0.01%"}, "trials.until", "must be decided"),
        ({"until": "101%"}, "trials.until", "must be decided"),
        ({"min": 2, "until": "1%"}, "trials.min", "at least 3"),
        ({"min": 9, "max": 4, "until": "1%"}, "trials.max", "at least min, which is 9"),
        ({"min": "x", "until": "1%"}, "trials.min", "a whole number"),
        ({"max": 4.5, "until": "1%"}, "trials.max", "a whole number"),
        ({"mox": 4, "until": "1%"}, "trials.mox", "did you mean max?"),
        ({"min": 2, "until": "decided"}, "trials.min", "at least 3"),
        ({"min": 9, "max": 4, "until": "decided"}, "trials.max", "at least min, which is 9"),
        ({"max": 10**12, "until": "decided"}, "trials", "at most 20000 trials"),
        ({"mox": 4, "until": "decided"}, "trials.mox", "did you mean max?"),
        ({"max": 10**12, "until": "1%"}, "trials", "at most 20000 trials"),
        ([5], "trials", "a whole number"),
    ],
)
def test_a_mistake_is_named_at_its_place(trials: Any, place: str, part: str) -> None:
    found = said(trials)
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
@pytest.mark.parametrize("until", ["decided", "2%"])
def test_looks_that_cannot_decide_are_refused(changes: dict[str, Any], part: str, until: str) -> None:
    found = said({"until": until}, **changes)
    assert list(found) == ["trials"]
    assert part in found["trials"]


def test_a_control_alone_could_become_precise_and_cannot_be_decided() -> None:
    problems = said({"until": "2%"}, variants=[{"name": "a"}])
    assert "trials until precise are no longer there" in problems["trials"]


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
