"""Any free testbed with a label: which one is taken, by whom, and what is told meanwhile."""

import threading
from typing import Any

import pytest
from sqlalchemy.orm import Session

from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.sweep import sweep
from backend.records.hosts import Host
from backend.tests.db.agents import DEFINITION, Farm
from backend.tests.db.orchestration.fleets import advanced, change, finish, label, launch, second, testbeds


@pytest.fixture
def fleet(farm: Farm) -> Farm:
    second(farm)
    label(farm, "ssd")
    return farm


ANY_SSD = DEFINITION | {"testbed_labels": "ssd"}
NO_LABELS = (
    "<img src=x onerror=alert(1)>",
    "a" * 10_000,
    "späť",
    "𝔰𝔰𝔡",
    "ssd\n",
    "rack=",
    "=2",
    "A",
    "a b",
    "",
)


def refused(farm: Farm, labels: Any) -> str:
    body = {"definition": DEFINITION | {"testbed_labels": labels}}
    answer = farm.client.post("/api/v1/experiments", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"][0]["place"].startswith("testbed_labels")
    return answer.json()["errors"][0]["message"]


def test_the_first_free_one_is_taken_and_recorded(fleet: Farm) -> None:
    busy = launch(fleet, "first")
    assert advanced(fleet, busy) == [("running", "local")]
    anywhere = launch(fleet, "anywhere", "ssd")
    assert advanced(fleet, anywhere) == [("running", "second")]
    told = fleet.experiment(anywhere)
    assert told["testbed_labels"] == ["ssd"]
    assert {host["host"] for host in told["hosts"]} == {"load-2", "proxy-2", "backend-2"}


def test_two_that_ask_at_once_are_on_two_testbeds(fleet: Farm) -> None:
    both = [launch(fleet, name, "ssd") for name in ("one", "two")]
    threads = [threading.Thread(target=advance, args=(one,)) for one in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = advanced(fleet, *both)
    assert {state for state, _ in found} == {"running"}
    assert {bed for _, bed in found} == {"local", "second"}


def test_where_none_is_free_it_waits_and_takes_the_one_that_ends_first(fleet: Farm) -> None:
    first, other = launch(fleet, "first"), launch(fleet, "other", testbed="second")
    anywhere, late = launch(fleet, "anywhere", "ssd"), launch(fleet, "late", testbed="second")
    states = advanced(fleet, first, other, anywhere, late)
    assert [state for state, _ in states] == ["running", "running", "queued", "queued"]
    told = fleet.experiment(anywhere)
    assert [(one["name"], one["now"]) for one in told["matching"]] == [
        ("local", "busy with “first”"),
        ("second", "busy with “other”"),
    ]
    finish(fleet, other)
    # it was launched before the one that is for this testbed alone
    assert advanced(fleet, anywhere, late) == [("running", "second"), ("queued", "second")]


@pytest.mark.exhaustive
def test_one_that_may_choose_passes_nobody_before_it(fleet: Farm) -> None:
    first, waits = launch(fleet, "first"), launch(fleet, "waits")
    assert advanced(fleet, first, waits) == [("running", "local"), ("queued", "local")]
    change(fleet, "load-2", drained=True)
    anywhere = launch(fleet, "anywhere", "ssd")
    assert advanced(fleet, anywhere) == [("queued", "local")]
    finish(fleet, first)
    assert advanced(fleet, waits, anywhere) == [("running", "local"), ("queued", "local")]
    change(fleet, "load-2", drained=False)
    assert advanced(fleet, anywhere) == [("running", "second")]


def test_every_host_has_to_have_every_label(fleet: Farm) -> None:
    label(fleet, "rack=2", "ssd", hosts=("load-2", "proxy-2"))
    assert "no testbed has the labels ssd and rack=2 on all its hosts" in refused(fleet, ["ssd", "rack=2"])
    label(fleet, "rack=2", "ssd", hosts=("backend-2",))
    assert advanced(fleet, launch(fleet, "there", "ssd,rack=2")) == [("running", "second")]
    assert "labels there are: rack=2, ssd" in refused(fleet, ["fast"])


def test_a_key_alone_is_met_by_any_value(fleet: Farm) -> None:
    label(fleet, "rack=2", hosts=("load-2", "proxy-2", "backend-2"))
    assert advanced(fleet, launch(fleet, "there", "rack")) == [("running", "second")]
    assert "no testbed has the label rack=3" in refused(fleet, "rack=3")


def test_a_testbed_that_cannot_run_it_is_not_taken(fleet: Farm, session: Session) -> None:
    for role in ("load", "proxy", "backend"):
        session.get_one(Host, fleet.ids[role]).ports = [21000, 21000]
    session.commit()
    assert advanced(fleet, launch(fleet, "large", "ssd")) == [("running", "second")]
    change(fleet, "load-2", drained=True)
    answer = fleet.client.post("/api/v1/experiments", json={"definition": ANY_SSD})
    assert answer.status_code == 422
    told = [item["message"] for item in answer.json()["errors"]]
    assert told[0].startswith("local: proxy would run 2 servers at once")
    assert told[1].startswith("second: load-2 (load) is drained")


def test_labels_that_nobody_has_any_more_leave_it_waiting_and_say_so(fleet: Farm) -> None:
    first, other = launch(fleet, "first"), launch(fleet, "other", testbed="second")
    anywhere = launch(fleet, "anywhere", "ssd")
    advanced(fleet, first, other, anywhere)
    label(fleet)
    finish(fleet, first)
    assert advanced(fleet, anywhere)[0][0] == "queued"
    assert "a testbed with the label ssd: none" in fleet.experiment(anywhere)["progress"]["step"]
    label(fleet, "ssd", hosts=("load", "proxy", "backend"))
    assert advanced(fleet, anywhere) == [("running", "local")]


@pytest.mark.exhaustive
def test_one_that_no_testbed_can_take_keeps_its_place_and_nobody_from_the_hosts_it_waited_for(
    fleet: Farm,
) -> None:
    first, other = launch(fleet, "first"), launch(fleet, "other", testbed="second")
    anywhere = launch(fleet, "anywhere", "ssd")
    late, last = (launch(fleet, name, testbed="second") for name in ("late", "last"))
    advanced(fleet, first, other, anywhere, late, last)
    label(fleet)  # one host after the other: the second testbed is the last that has it
    assert [one["name"] for one in fleet.experiment(late)["queue_behind"]] == ["other"]
    finish(fleet, other)
    assert advanced(fleet, anywhere, late) == [("queued", "second"), ("running", "second")]
    label(fleet, "ssd")
    finish(fleet, late)
    assert advanced(fleet, last, anywhere) == [("queued", "second"), ("running", "second")]


def test_a_testbed_that_is_made_is_found_by_who_had_none(fleet: Farm) -> None:
    anywhere = launch(fleet, "anywhere", "ssd")
    label(fleet, hosts=("proxy", "load-2"))
    roles = {"load": fleet.ids["load"], "proxy": fleet.ids["proxy-2"], "backend": fleet.ids["backend"]}
    sweep()
    fleet.client.post("/api/v1/testbeds", json={"name": "third", "roles": roles}).raise_for_status()
    sweep()
    assert fleet.experiment(anywhere)["testbed"]["name"] == "third"


@pytest.mark.exhaustive
def test_a_testbed_that_is_retired_is_left_for_another(fleet: Farm) -> None:
    first, other = launch(fleet, "first"), launch(fleet, "other", testbed="second")
    anywhere = launch(fleet, "anywhere", "ssd")
    advanced(fleet, first, other, anywhere)
    finish(fleet, first)
    fleet.client.post(f"/api/v1/experiments/{anywhere}/cancel")
    advance(anywhere)
    again = launch(fleet, "again", "ssd")
    retired = fleet.client.patch(f"/api/v1/testbeds/{testbeds(fleet)['local']}", json={"retired": True})
    assert retired.status_code == 200, retired.text  # it may go elsewhere
    assert advanced(fleet, again)[0][0] == "queued"
    finish(fleet, other)
    assert advanced(fleet, again) == [("running", "second")]


def test_a_plan_says_which_testbeds_match_and_who_holds_them(fleet: Farm) -> None:
    advanced(fleet, launch(fleet, "first"))
    plan = fleet.client.post("/api/v1/plans", json={"definition": ANY_SSD}).json()
    assert plan["errors"] == []
    assert [(one["name"], one["now"]) for one in plan["matching"]] == [
        ("local", "busy with “first”"),
        ("second", "free"),
    ]
    assert plan["testbed"]["name"] == "second"
    assert plan["queue_behind"] == []
    assert "testbed_labels:" in plan["yaml"]


def test_reproducing_keeps_the_labels_and_a_testbed_by_name_ends_them(fleet: Farm) -> None:
    made = launch(fleet, "anywhere", "ssd")
    advance(made)
    finish(fleet, made)
    found = fleet.client.get(f"/api/v1/experiments/{made}/reproduce").json()
    assert found["launch"]["testbed_id"] is None
    again = fleet.client.post("/api/v1/experiments", json=found["launch"]).json()
    assert again["testbed_labels"] == ["ssd"]
    there = testbeds(fleet)["second"]
    found = fleet.client.get(f"/api/v1/experiments/{made}/reproduce", params={"testbed_id": there}).json()
    fixed = fleet.client.post("/api/v1/experiments", json=found["launch"]).json()
    assert (fixed["testbed"]["id"], fixed["testbed_labels"]) == (there, [])
    assert "testbed_labels" not in fixed["yaml"]


@pytest.mark.exhaustive
def test_a_recipe_is_sized_to_a_testbed_that_matches(fleet: Farm) -> None:
    label(fleet, "ssd", "fast", hosts=("load-2", "proxy-2", "backend-2"))
    body = {"recipe": "pinned-against-unpinned", "form": "quick", "set": {"testbed_labels": "fast"}}
    made = fleet.client.post("/api/v1/experiments", json=body)
    assert made.status_code == 201, made.text
    assert made.json()["testbed"]["name"] == "second"


def test_a_testbed_and_labels_exclude_each_other(fleet: Farm) -> None:
    body = {"definition": DEFINITION | {"testbed": "local", "testbed_labels": ["ssd"]}}
    answer = fleet.client.post("/api/v1/plans", json=body).json()
    assert "either a testbed or testbed_labels" in answer["errors"][0]["message"]


def test_what_is_no_label_is_refused_in_short_words(fleet: Farm) -> None:
    for bad in (*NO_LABELS, "a\x00b", "\uff53\uff53\uff44", "\u202ess"):
        answer = change(fleet, "load", labels=[bad])
        assert answer.status_code == 422, bad
        assert len(answer.text) < 2000
        assert fleet.client.get(f"/api/v1/hosts/{fleet.ids['load']}").json()["labels"] == ["ssd"]
        assert len(refused(fleet, [bad])) < 500


def test_labels_are_few_and_each_key_has_one_value(fleet: Farm) -> None:
    assert change(fleet, "load", labels=[f"l{n}" for n in range(21)]).status_code == 422
    assert "rack twice" in change(fleet, "load", labels=["rack=1", "rack=2"]).text


def test_two_who_change_labels_at_once_lose_nothing(fleet: Farm) -> None:
    assert change(fleet, "load", labels=["ssd", "a"], seen=["ssd"]).status_code == 200
    late = change(fleet, "load", labels=["ssd", "b"], seen=["ssd"])
    assert late.status_code == 409
    assert "they are now: a, ssd" in late.json()["detail"]
