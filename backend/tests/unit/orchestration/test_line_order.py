"""Who goes where, and who stands where after a move: what holds in every line."""

import random
from collections.abc import Iterable
from datetime import UTC, datetime

import pytest

from agents.contract.states import HostCondition
from agents.contract.version import CONTRACT
from backend.records.hosts import Host
from backend.records.testbeds import Testbed
from backend.scheduling.assignment.fleet import Bed
from backend.scheduling.assignment.queue_order import To, Waiting, move_in_order
from backend.scheduling.assignment.testbed_choice import picks


def waiting(experiment_id: str, testbed_id: str, hosts: frozenset[str]) -> Waiting:
    return Waiting(experiment_id, experiment_id, datetime.now(UTC), hosts, testbed_id=testbed_id)


def host(name: str, online: bool = True) -> Host:
    return Host(id=name, name=name, online=online, condition=HostCondition.CLEAN, contract=CONTRACT)


def bed(name: str, hosts: Iterable[Host]) -> Bed:
    return Bed(Testbed(id=name, name=name), {}, {}, list(hosts))


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
    hosts = [host(f"h{n}", online=choose.random() < 0.9) for n in range(5)]
    beds = [bed(f"b{n}", choose.sample(hosts, choose.randint(1, 3))) for n in range(4)]
    line, choices = [waiting("begun", "elsewhere", frozenset({choose.choice(hosts).id}))], {}
    for n in range(6):
        at = choose.choice(beds)
        line.append(waiting(f"e{n}", at.row.id, at.host_ids))
        if choose.random() < 0.6:
            others = {at.row.id, *(other.row.id for other in choose.sample(beds, 2))}
            choices[f"e{n}"] = [other for other in beds if other.row.id in others]
    assignments = picks(line, choices)
    assert assignments.keys() == choices.keys()
    taken, by_id = set(line[0].hosts), {of.row.id: of for of in beds}
    for entry in line[1:]:
        place = assignments.get(entry.id, by_id[entry.testbed_id])
        assert place is not None
        begins = place.is_ready and not place.host_ids & taken
        for other in choices.get(entry.id, ()):
            assert begins or not other.is_ready or other.host_ids & taken
        assert begins or place.row.id == entry.testbed_id
        taken |= place.host_ids


def test_without_any_match_it_goes_nowhere_and_is_in_nobodys_way() -> None:
    only = bed("b", [host("h")])
    line = [waiting("lost", "b", only.host_ids), waiting("any", "b", only.host_ids)]
    assert picks(line, {"lost": [], "any": [only]}) == {"lost": None, "any": only}
