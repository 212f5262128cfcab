"""Whether a plan shows a wanted change, what would, and how soon rounds are likely to end."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false

from typing import Any

import pytest

from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.planning.goal import goal_of, shorter
from backend.planning.plan import make_plan

NOISY, CALM = 0.14, 0.001


def definition(trials: Any = 12, seconds: int = 2, **changes: Any) -> Definition:
    workload = {"tool": "wrk", "threads": 1, "connections": 8, "duration": f"{seconds}s"}
    variants = [{"name": "a"}, {"name": "b", "set": {"nginx.worker_processes": 2}}]
    return parse_definition(
        {"name": "x", "trials": trials, "workloads": [workload], "variants": variants} | changes
    )


def planned(trials: Any, noise_cv: float | None = None) -> Any:
    return make_plan(definition(trials), 1, noise_cv)


def goal(
    effect: float | None = None, noise_cv: float | None = NOISY, between: float | None = None, **given: Any
) -> Any:
    wanted = definition(**given)
    return goal_of(wanted, make_plan(wanted, 1, noise_cv, between), noise_cv, between, effect, 2.0)


def test_a_small_change_needs_many_rounds_and_says_how_long_they_take() -> None:
    large, small = goal(0.2), goal(0.1)
    assert large.rounds < small.rounds
    assert goal(0.1, trials=small.rounds).tone == "green"
    assert goal(0.1, trials=small.rounds - 1).tone == "amber"
    assert small.seconds == pytest.approx(make_plan(definition(trials=small.rounds), 1).seconds)


@pytest.mark.parametrize("trials", [12, {"min": 8, "max": 12, "until": "decided"}])
def test_a_plan_that_cannot_show_a_change_says_what_would(trials: Any) -> None:
    poor = goal(0.05, 0.06, trials=trials)
    assert poor.tone == "red"
    assert poor.sentence.startswith("This plan finds a change of 5% in only ")
    assert f"{poor.rounds} rounds" in poor.sentence
    enough = trials | {"max": poor.rounds} if isinstance(trials, dict) else poor.rounds
    assert goal(0.05, 0.06, trials=enough).tone == "green"


def test_one_round_finds_nothing() -> None:
    single = goal(0.05, 0.06, trials=1)
    assert (single.chance, single.tone) == (0.0, "red")
    assert single.sentence.startswith("This plan finds a change of 5% in only 0 of 100 experiments; ")


def test_halving_asks_for_trials_to_share_out() -> None:
    many = [{"name": f"v{i}", "set": {"nginx.worker_processes": i + 1}} for i in range(8)]
    poor = goal(0.03, 0.06, variants=many, search="halving", trials=20)
    assert (poor.tone, goal(0.03, 0.06, variants=many, search="halving", trials=poor.rounds).tone) == (
        "red",
        "green",
    )


def test_a_plan_that_does_more_than_asked_says_how_few_rounds_would_do() -> None:
    calm = goal(0.5, CALM, trials=40)
    assert (calm.tone, calm.rounds) == ("green", 5)
    assert calm.sentence.endswith("; 5 rounds, 52 s, would in 80.")


def test_what_no_thousand_rounds_show_is_said_so() -> None:
    hopeless = goal(0.02, 0.5)
    assert (hopeless.rounds, hopeless.seconds, hopeless.tone) == (None, None, "red")
    assert "not even 1 000 rounds would in 80. Longer trials" in hopeless.sentence.replace("\u202f", " ")


def test_a_number_of_rounds_that_cannot_be_launched_is_not_proposed() -> None:
    """A week at most, and 20,000 trials."""
    hours = goal(0.02, 0.06, seconds=3600)
    assert hours.rounds is None
    many = [{"name": f"v{i}", "set": {"nginx.worker_processes": i + 1}} for i in range(100)]
    assert (goal(0.02, 0.14, variants=many).rounds or 0) * 102 <= 20_000


def test_a_change_that_does_not_matter_says_what_would_have_to() -> None:
    small = goal(0.04, CALM, min_effect="5%")
    assert (small.tone, small.rounds, small.min_effect) == ("red", None, 0.02)
    assert "smallest change that matters is 5%" in small.sentence
    assert goal(None, CALM, min_effect="5%").effect == 0.1


def test_more_candidates_need_more_rounds() -> None:
    five = [{"name": f"v{i}", "set": {"nginx.worker_processes": i + 1}} for i in range(6)]
    assert goal(0.1, variants=five).rounds > goal(0.1).rounds


def test_a_goal_needs_noise_and_something_to_compare() -> None:
    assert goal(0.05, None) is None
    same = [{"name": "a"}, {"name": "b"}, {"name": "c"}]
    assert goal(0.05, variants=same) is None, "a calibration"
    assert goal(0.05, kind="ceiling", trials=5) is None


def test_rounds_until_decided_say_when_they_are_looked_at_and_how_soon_a_change_is_found() -> None:
    plan = planned({"min": 8, "max": 40, "until": "decided"}, noise_cv=0.06)
    fewest = plan.fewest
    assert (plan.rounds, fewest.rounds, fewest.analyses) == (40, 8, [8, 12, 18, 27, 40])
    assert fewest.rounds < fewest.likely_rounds < plan.rounds
    assert fewest.seconds < fewest.likely_seconds < plan.seconds
    assert fewest.smallest_effect > plan.smallest_effect
    unknown = planned({"until": "decided"}).fewest
    assert (unknown.likely_rounds, unknown.smallest_effect, unknown.analyses[0]) == (None, None, 8)


def test_shorter_trials_are_proposed_where_the_noise_of_those_is_known() -> None:
    long = definition(seconds=30)
    assert shorter(long, 2.0) == 2.0
    assert shorter(definition(seconds=3), 2.0) is None
    assert shorter(long, None) is None
    wanted = goal(0.1, seconds=30)
    assert wanted.seconds_short < wanted.seconds / 5
    assert goal(0.1, seconds=3).seconds_short is None


def test_a_fixed_number_has_no_fewest() -> None:
    assert planned(12, noise_cv=0.05).fewest is None


def test_rounds_for_a_change_count_servers_that_are_kept() -> None:
    """The same change as the plan says it shows, whatever the servers do."""
    cv, between = 0.035, 0.02

    def rounds(servers: dict[str, Any], effect: float, known: float | None = between) -> int | None:
        return goal(effect, cv, known, servers=servers).rounds

    assert rounds({"fresh": "once"}, 0.05) is None, "two starts differ by more, however many rounds there are"
    assert "New servers each round" in goal(0.05, cv, between, servers={"fresh": "once"}).sentence
    assert rounds({"fresh": "once"}, 0.05, None) == rounds({"fresh": "round"}, 0.05)
    assert rounds({"fresh": "once"}, 0.1) > rounds({"fresh": "round"}, 0.1)
    every = rounds({"every": 4}, 0.1)
    assert every % 4 == 0
    assert every > rounds({"fresh": "round"}, 0.1)
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
