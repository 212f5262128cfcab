"""Rounds for a wanted change, and how soon rounds are likely to end, from a testbed's noise."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false

from typing import Any

import pytest

from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.planning.plan import make_plan
from backend.planning.proposals import EFFECTS, proposals, shorter

NOISY, CALM = 0.14, 0.001


def definition(trials: Any = 12, seconds: int = 2, **changes: Any) -> Definition:
    workload = {"tool": "wrk", "threads": 1, "connections": 8, "duration": f"{seconds}s"}
    variants = [{"name": "a"}, {"name": "b", "set": {"nginx.worker_processes": 2}}]
    return parse_definition(
        {"name": "x", "trials": trials, "workloads": [workload], "variants": variants} | changes
    )


def planned(trials: Any, noise_cv: float | None = None) -> Any:
    return make_plan(definition(trials), 1, noise_cv)


def by_effect(sd: float | None, **given: Any) -> dict[float, Any]:
    return {p.effect: p for p in proposals(definition(**given), 3, sd, None)}


def test_a_small_change_needs_many_rounds_and_says_how_long_they_take() -> None:
    found = by_effect(NOISY)
    assert (found[0.1].rounds, found[0.05].rounds) == (28, 94)  # of two questions; promise: test_promise.py
    whole = make_plan(definition(trials=found[0.05].rounds), 1)
    looking = sum(one.seconds for one in whole.diagnostics)  # beside the rounds that are proposed
    assert found[0.05].seconds == pytest.approx(whole.seconds - looking)


def test_what_no_thousand_rounds_show_is_said_so() -> None:
    found = by_effect(0.5)
    assert (found[0.02].rounds, found[0.02].seconds) == (None, None)
    assert found[0.5].rounds is not None


def test_a_calm_testbed_is_still_measured_a_few_times() -> None:
    assert by_effect(CALM)[0.5].rounds == 5


def test_more_candidates_need_more_rounds_and_what_does_not_matter_none() -> None:
    five = [{"name": f"v{i}", "set": {"nginx.worker_processes": i + 1}} for i in range(6)]
    found = {p.effect: p for p in proposals(definition(variants=five), 7, NOISY, None)}
    assert found[0.1].rounds > by_effect(NOISY)[0.1].rounds
    assert 0.01 not in found
    assert 0.05 not in by_effect(NOISY, min_effect="5%")


def test_rounds_until_decided_say_when_they_are_looked_at_and_how_soon_a_change_is_found() -> None:
    plan = planned({"min": 8, "max": 40, "until": "decided"}, noise_cv=0.06)
    fewest = plan.fewest
    assert (plan.rounds, fewest.rounds, fewest.analyses) == (40, 8, (8, 12, 18, 27, 40))
    assert fewest.rounds < fewest.likely_rounds < plan.rounds
    assert fewest.seconds < fewest.likely_seconds < plan.seconds
    assert fewest.smallest_effect > plan.smallest_effect
    found = {p.effect: p for p in proposals(definition({"until": "decided"}), 3, plan.sd, None)}
    assert found[0.05].rounds == fewest.likely_rounds
    assert found[0.02].chance < found[0.05].chance < found[0.1].chance
    assert found[0.02].rounds > found[0.1].rounds >= 8
    unknown = planned({"until": "decided"}).fewest
    assert (unknown.likely_rounds, unknown.smallest_effect, unknown.analyses[0]) == (None, None, 8)


def test_nothing_is_proposed_while_the_noise_is_not_known() -> None:
    assert by_effect(None) == {}
    plan = planned({"until": "decided"})
    assert (plan.fewest.likely_rounds, plan.fewest.smallest_effect) == (None, None)


def test_shorter_trials_are_proposed_where_the_noise_of_those_is_known() -> None:
    long = definition(seconds=30)
    assert shorter(long, 2.0) == 2.0
    assert shorter(definition(seconds=3), 2.0) is None
    assert shorter(long, None) is None
    found = proposals(long, 3, NOISY, 2.0)
    assert len(found) == len(EFFECTS) - 1  # a change of 1% is not larger than what matters
    for one in found:
        assert one.seconds is None or (one.seconds_short or 0) < one.seconds / 5


def test_a_fixed_number_has_no_fewest() -> None:
    assert planned(12, noise_cv=0.05).fewest is None


def test_rounds_for_a_change_count_servers_that_are_kept() -> None:
    """The same change as the plan says it shows, whatever the servers do."""
    sd, between = 0.05, 0.02

    def rounds(servers: dict[str, Any], effect: float, known: float | None = between) -> int | None:
        found = proposals(definition(servers=servers), 3, sd, None, known)
        return next(p.rounds for p in found if p.effect == effect)

    assert rounds({"fresh": "once"}, 0.05) is None, "two starts differ by more, however many rounds there are"
    assert rounds({"fresh": "once"}, 0.05, None) == rounds({"fresh": "round"}, 0.05)
    assert rounds({"fresh": "once"}, 0.1) > rounds({"fresh": "round"}, 0.1)
    every = rounds({"every": 4}, 0.1)
    assert every % 4 == 0
    assert every > rounds({"fresh": "round"}, 0.1)
    cv = sd / 2**0.5
    for servers in ({"fresh": "once"}, {"fresh": "round"}, {"every": 4}):
        enough = definition(trials=rounds(servers, 0.1), servers=servers)
        assert make_plan(enough, 1, cv, between).smallest_effect <= 0.1


def test_context_is_no_candidate_and_its_variants_have_a_baseline_of_their_own() -> None:
    http11 = {"upstream.http11": True}
    variants: list[dict[str, Any]] = [
        {"name": "base"},
        {"name": "http11", "set": http11},
        {"name": "two", "set": {"origin.instances": 2}},
        {"name": "two, http11", "set": {"origin.instances": 2, **http11}},
        {"name": "alone", "set": {"origin.instances": 3, **http11}},
    ]
    plan = make_plan(definition(variants=variants, topology="proxied"), 1, NOISY)
    assert {r.variant: r.against for r in plan.runs if not r.is_control} == {
        "base": None, "http11": "base", "two": None, "two, http11": "two", "alone": None,
    }  # fmt: skip
    two_candidates = [*variants[:2], {"name": "workers", "set": {"nginx.worker_processes": 2}}]
    alone = make_plan(definition(variants=two_candidates, topology="proxied"), 1, NOISY)
    assert plan.smallest_effect == alone.smallest_effect
