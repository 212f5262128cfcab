"""Who goes where, and who stands where after a move: what holds in every line."""

import random
from datetime import UTC, datetime

import pytest

from backend.scheduling.assignment.testbed_assignment import Place, To, Waiting, move_in_order, picks


def waiting(experiment_id: str, testbed_id: str, hosts: frozenset[str]) -> Waiting:
    return Waiting(experiment_id, experiment_id, datetime.now(UTC), hosts, testbed_id=testbed_id)


@pytest.mark.parametrize("seed", range(50))
def test_a_move_changes_the_place_of_one_alone(seed: int) -> None:
    choose = random.Random(seed)
    order = [f"e{n}" for n in range(choose.randint(1, 9))]
    line = [one for one in order if choose.random() < 0.7] or order[:1]
    one, to = choose.choice(line), choose.choice(list(To))
    after = move_in_order(order, line, one, to)
    assert sorted(after) == sorted(order)
    assert [other for other in after if other != one] == [other for other in order if other != one]
    at, now = line.index(one), [other for other in after if other in line].index(one)
    wanted = {To.UP: max(at - 1, 0), To.DOWN: min(at + 1, len(line) - 1), To.FIRST: 0, To.LAST: len(line) - 1}
    assert now == wanted[to]


@pytest.mark.parametrize("seed", range(100))
def test_nobody_is_passed_and_nothing_stays_free_that_somebody_could_use(seed: int) -> None:
    choose = random.Random(seed)
    hosts = [f"h{n}" for n in range(5)]
    some = [frozenset(choose.sample(hosts, choose.randint(1, 3))) for _ in range(4)]
    places = {f"b{n}": Place(of, choose.random() < 0.8) for n, of in enumerate(some)}
    line, choices = [], {}
    for n in range(6):
        bed = choose.choice(list(places))
        line.append(waiting(f"e{n}", bed, places[bed].hosts))
        if choose.random() < 0.6:
            choices[f"e{n}"] = sorted({bed, *choose.sample(list(places), 2)})
    held = frozenset(choose.sample(hosts, 1))
    assignments = picks(line, choices, places, held)
    taken = set(held)
    for entry in line:
        bed = assignments.get(entry.id, entry.testbed_id)
        assert bed is not None
        begins = places[bed].is_ready and not places[bed].hosts & taken
        for other in choices.get(entry.id, ()):
            assert begins or not places[other].is_ready or places[other].hosts & taken
        taken |= places[bed].hosts


def test_without_any_match_it_goes_nowhere_and_is_in_nobodys_way() -> None:
    places = {"b": Place(frozenset({"h"}), True)}
    line = [waiting("lost", "b", frozenset({"h"})), waiting("any", "b", frozenset({"h"}))]
    assert picks(line, {"lost": [], "any": ["b"]}, places, frozenset()) == {"lost": None, "any": "b"}
