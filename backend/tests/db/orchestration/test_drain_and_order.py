"""Hosts that are drained, and queues that people put in another order."""

import threading
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.database import get_engine
from backend.records.access.accounts import Account
from backend.records.audit.entries import AuditEntry
from backend.records.experiments import Experiment
from backend.tests.db.agents import Farm
from backend.tests.db.orchestration.fleets import advanced, change, finish, label, launch, second, testbeds


def queue(farm: Farm, name: str = "local") -> dict[str, Any]:
    return next(one for one in farm.client.get("/api/v1/queue").json() if one["testbed"]["name"] == name)


def waiting(farm: Farm, name: str = "local") -> list[str]:
    return [one["name"] for one in queue(farm, name)["waiting"]]


def move(farm: Farm, one: str, to: str, seen: list[str] | None = None, name: str = "local") -> Any:
    line = [entry["id"] for entry in queue(farm, name)["waiting"]] if seen is None else seen
    body = {"testbed_id": testbeds(farm)[name], "to": to, "seen": line}
    return farm.client.post(f"/api/v1/queue/{one}/move", json=body)


@pytest.fixture
def line(farm: Farm) -> list[str]:
    """One at work, and a, b, c waiting for it."""
    made = [launch(farm, name) for name in ("at work", "a", "b", "c")]
    assert [state for state, _ in advanced(farm, *made)] == ["running", "queued", "queued", "queued"]
    return made[1:]


# ---- order -----------------------------------------------------------------------------------------


def test_a_queue_says_who_what_and_when(farm: Farm, line: list[str], session: Session) -> None:
    ada = Account(id="a" * 14, login="ada", name="Ada", role="operator")
    session.add(ada)
    session.flush()
    session.get_one(Experiment, line[0]).owner_id = ada.id
    session.commit()
    found = queue(farm)
    assert found["now"] == "busy with “at work”"
    assert [one["name"] for one in found["running"]] == ["at work"]
    assert found["running"][0]["seconds_left"] > 0
    assert [one["name"] for one in found["waiting"]] == ["a", "b", "c"]
    starts = [one["start"]["seconds"] for one in found["waiting"]]
    assert 0 < starts[0] < starts[1] < starts[2]
    token = "the dashboard's token"
    assert [one["by"] for one in found["waiting"]] == ["Ada", token, token]


@pytest.mark.exhaustive
def test_one_is_moved(farm: Farm, line: list[str]) -> None:
    a, _, c = line
    moves = [
        (c, "up", "acb"),
        (c, "first", "cab"),
        (c, "up", "cab"),
        (c, "down", "acb"),
        (a, "last", "cba"),
        (a, "down", "cba"),
    ]
    for which, to, order in moves:
        assert move(farm, which, to).status_code == 200
        assert waiting(farm) == list(order), to


def test_the_new_order_is_that_in_which_they_begin_and_it_is_audited(farm: Farm, line: list[str]) -> None:
    running = farm.experiment(line[0])["queue_behind"][0]["id"]
    assert move(farm, line[2], "first").status_code == 200
    assert [one["name"] for one in farm.experiment(line[0])["queue_behind"]] == ["at work", "c"]
    finish(farm, running)
    states = advanced(farm, *line)
    assert [state for state, _ in states] == ["queued", "queued", "running"]
    with Session(get_engine()) as session:
        told = session.scalars(select(AuditEntry).where(AuditEntry.subject == line[2])).all()
    assert [(one.act, one.details.get("queue")) for one in told][-1] == ("changed", "first")


def test_two_who_move_at_once_do_not_overwrite_each_other(farm: Farm, line: list[str]) -> None:
    codes: list[int] = []
    threads = [
        threading.Thread(target=lambda one=one: codes.append(move(farm, one, "first", line).status_code))
        for one in line[1:]
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200, 409]
    assert sorted(waiting(farm)) == ["a", "b", "c"]


def test_one_that_has_begun_or_a_line_that_has_changed_is_not_moved(farm: Farm, line: list[str]) -> None:
    farm.client.post(f"/api/v1/experiments/{line[0]}/cancel")
    advanced(farm, line[0])
    late = move(farm, line[2], "up", line)
    assert late.status_code == 409
    assert "has changed meanwhile" in late.json()["detail"]
    assert "does not wait" in move(farm, line[0], "up").json()["detail"]
    assert waiting(farm) == ["b", "c"]


def test_hostile_moves_change_nothing(farm: Farm, line: list[str]) -> None:
    path, there = f"/api/v1/queue/{line[2]}/move", testbeds(farm)["local"]
    good = {"testbed_id": there, "to": "up", "seen": line}
    for bad in ({"to": "top"}, {"seen": ["x"] * 2000}, {"testbed_id": "x" * 99}, {"more": 1}, {"seen": None}):
        assert farm.client.post(path, json=good | bad).status_code == 422
    assert farm.client.post(path, json=good | {"testbed_id": "none"}).status_code == 404
    assert farm.client.post(path, json=good | {"seen": [*line[:2], "<b>"]}).status_code == 409
    assert waiting(farm) == ["a", "b", "c"]


def test_who_may_choose_stands_in_the_line_of_each_testbed(
    farm: Farm,
) -> None:
    second(farm)
    label(farm, "ssd")
    made = [launch(farm, "long"), launch(farm, "short", testbed="second"), launch(farm, "anywhere", "ssd")]
    advanced(farm, *made)
    assert (waiting(farm), waiting(farm, "second")) == (["anywhere"], ["anywhere"])
    assert queue(farm)["waiting"][0]["labels"] == ["ssd"]


# ---- drained ---------------------------------------------------------------------------------------


def test_what_runs_on_a_drained_host_ends_and_nothing_else_begins_until_it_is_undone(
    farm: Farm, line: list[str]
) -> None:
    running = farm.experiment(line[0])["queue_behind"][0]["id"]
    host = change(farm, "proxy", drained=True).json()
    assert host["drained_at"]
    assert host["waiting"] == 3
    assert queue(farm)["running"][0]["seconds_left"] > 0
    assert farm.experiment(line[1])["queue_start"]["unknown"].startswith("it is waiting for proxy")
    finish(farm, running)
    assert farm.experiment(running)["state"] == "finished"
    assert advanced(farm, line[0])[0][0] == "queued"
    told = farm.experiment(line[0])
    assert "waiting for proxy, which is drained" in told["progress"]["step"]
    assert "proxy, which is drained" in told["queue_start"]["unknown"]
    assert queue(farm)["now"] == "proxy is drained"
    assert change(farm, "proxy", drained=False).json()["drained_at"] is None
    assert advanced(farm, line[0])[0][0] == "running"


def test_a_launch_on_a_drained_host_is_refused(farm: Farm) -> None:
    change(farm, "proxy", drained=True)
    answer = farm.client.post("/api/v1/plans", json={"definition": {"name": "x"}})
    assert answer.status_code == 200
    body = {"recipe": "pinned-against-unpinned", "form": "quick"}
    refused = farm.client.post("/api/v1/experiments", json=body)
    assert refused.status_code == 422
    assert "proxy (proxy) is drained" in refused.text


@pytest.mark.exhaustive
def test_one_that_may_choose_leaves_a_drained_host(farm: Farm) -> None:
    second(farm)
    label(farm, "ssd")
    made = [launch(farm, "first"), launch(farm, "other", testbed="second"), launch(farm, "anywhere", "ssd")]
    advanced(farm, *made)
    change(farm, "load", drained=True)
    finish(farm, made[0])
    assert advanced(farm, made[2])[0][0] == "queued"
    finish(farm, made[1])
    assert advanced(farm, made[2]) == [("running", "second")]


def test_a_removed_host_ends_who_waits_for_it_alone(farm: Farm, line: list[str]) -> None:
    running = farm.experiment(line[0])["queue_behind"][0]["id"]
    change(farm, "proxy", drained=True)
    finish(farm, running)
    assert farm.client.delete(f"/api/v1/hosts/{farm.ids['proxy']}").status_code == 204
    assert {state for state, _ in advanced(farm, *line)} == {"failed"}
