"""How often servers are started anew in a definition: read, written back, refused, and of old definitions."""

from typing import Any

import pytest

from backend.definition.duration import total_seconds
from backend.definition.fresh_servers import MIN_STARTS, per_start, rounds_per_start, start_of, starts_in
from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.overrides import apply
from backend.definition.parse import parse_definition
from backend.definition.writer import to_yaml
from backend.statistics import units

BASE: dict[str, Any] = {
    "name": "x",
    "workloads": [{"tool": "wrk", "threads": 1, "connections": 8, "duration": "2s"}],
    "trials": 12,
    "variants": [{"name": "a"}, {"name": "b", "set": {"nginx.worker_processes": 2}}],
}


def read(servers: Any = None, **changes: Any) -> Definition:
    return parse_definition(BASE | ({"servers": servers} if servers is not None else {}) | changes)


def said(servers: Any, **changes: Any) -> dict[str, str]:
    with pytest.raises(DefinitionErrors) as caught:
        read(servers, **changes)
    return {p.place: p.message for p in caught.value.errors}


@pytest.mark.parametrize(
    ("servers", "rounds", "starts_of_12", "written"),
    [
        (None, 1, 12, "servers: {fresh: round}"),
        ({"fresh": "round"}, 1, 12, "servers: {fresh: round}"),
        ({"every": 4}, 4, 3, "servers: {every: 4}"),
        ({"every": 3}, 3, 4, "servers: {every: 3}"),
        ({"fresh": "once"}, 0, 1, "servers: {fresh: once}"),
    ],
)
def test_servers_are_read_counted_and_written_back(
    servers: Any, rounds: int, starts_of_12: int, written: str
) -> None:
    definition = read(servers)
    assert (per_start(definition), starts_in(definition)) == (rounds, starts_of_12)
    assert written in to_yaml(definition).splitlines()
    assert parse_definition(to_yaml(definition)) == definition
    stored = definition.model_dump(mode="json", by_alias=True)
    assert rounds_per_start(stored) == rounds


def test_what_was_stored_before_there_was_a_choice_kept_one_start() -> None:
    stored = {k: v for k, v in read().model_dump(mode="json", by_alias=True).items() if k != "servers"}
    assert rounds_per_start(stored) == 0
    assert [start_of(round, 0) for round in (1, 2, 40)] == [1, 1, 1]


def test_a_start_lasts_for_its_rounds() -> None:
    assert [start_of(round, 1) for round in (1, 2, 3)] == [1, 2, 3]
    assert [start_of(round, 4) for round in (1, 4, 5, 8, 9)] == [1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("servers", "place", "part"),
    [
        ({}, "servers", "give either"),
        ({"fresh": "round", "every": 4}, "servers", "give either"),
        ({"fresh": "twice"}, "servers.fresh", "'round' or 'once'".replace("'", "")),
        ({"every": 1}, "servers.every", "at least 2"),
        ({"every": "four"}, "servers.every", "whole number"),
        ({"every": 5}, "servers.every", "at least 3 starts, which are 15 rounds; got 12"),
        ("round", "servers", "a map"),
        ({"often": True}, "servers.often", "unknown key"),
    ],
)
def test_what_makes_no_sense_is_said_at_its_place(servers: Any, place: str, part: str) -> None:
    assert part in said(servers)[place]


def test_rounds_that_may_end_early_need_their_starts_too() -> None:
    assert "got 8" in said({"every": 4}, trials={"min": 8, "max": 30, "until": "2%"})["servers.every"]
    assert per_start(read({"every": 4}, trials={"min": 12, "max": 30, "until": "2%"})) == 4


def test_a_search_for_the_ceiling_keeps_one_start() -> None:
    search = read({"fresh": "round"}, kind="ceiling", trials=5)
    assert (search.servers, starts_in(search)) == (None, 1)
    assert "servers" not in to_yaml(search)


def test_one_choice_takes_the_place_of_another() -> None:
    assert apply(BASE, {"servers.fresh": "once"})["servers"] == {"fresh": "once"}
    assert apply(BASE | {"servers": {"fresh": "once"}}, {"servers.every": "4"})["servers"] == {"every": 4}


def test_the_time_counts_each_start_and_its_warm_up() -> None:
    once, four, each = (total_seconds(read(s), 3) for s in ({"fresh": "once"}, {"every": 4}, None))
    # 3 runs: 2 and 11 more starts of each, with a warm-up of 0.3 s
    assert 3 * 2 * 0.3 < four - once < 3 * 2 * 1.5
    assert each - once == pytest.approx((four - once) * 11 / 2)


def test_both_rooms_ask_for_as_many_starts() -> None:
    assert MIN_STARTS == units.MIN_UNITS
