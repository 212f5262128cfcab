"""What a launch would do, and every kind of bad input: an error with its place, and nothing written."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.catalog.tools import TOOLS
from agents.contract.states import ExperimentState
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.tests.db import builders
from backend.tests.unit.recipes.test_left_out import SERVERS_OF, hosts_with

SMALL = {"cpus": 2, "online_cpus": "0-1", "nofile": 1024}


def _definition(**changes: Any) -> dict[str, Any]:
    return {
        "name": "Workers",
        "topology": "proxied",
        "workloads": [{"name": "short", "tool": "wrk", "threads": 1, "connections": 16, "duration": "2s"}],
        "trials": 12,
        "variants": [
            {"name": "default", "set": {"nginx.worker_processes": 1}},
            {"name": "workers 2", "from": "default", "set": {"nginx.worker_processes": 2}},
        ],
        "baseline": "default",
    } | changes


def _plan(client: TestClient, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/v1/plans", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_plan_shows_runs_order_time_and_what_changes_where(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session, **SMALL)
    session.commit()
    found = _plan(client, definition=_definition())
    assert found["errors"] == []
    assert [r["name"] for r in found["runs"]] == ["default", "workers 2", "control (A/A)"]
    assert (found["rounds"], found["trials"]) == (12, 36)
    assert [sorted(r) for r in found["order"]] == [[0, 1, 2]] * 12
    assert found["seconds"] > found["load_seconds"] == 72.0
    workers = found["runs"][1]
    assert workers["set_here"] == ["nginx.worker_processes"]
    assert "worker_processes 2;" in workers["conf"]
    assert "worker_processes 1;" in workers["parent_conf"]
    assert workers["baseline_conf"] == found["runs"][0]["conf"]
    assert "listen 8100;" in workers["conf"]
    assert workers["load_argv"][:4] == ["wrk", "-t1", "-c16", "-d2s"]
    changes = {c["role"]: c["changes"] for c in found["changes"]}
    assert changes["load"] == ["Runs wrk, one trial at a time."]
    assert changes["proxy"][0].startswith("Starts 3 instances of nginx under test")
    assert changes["backend"][0].startswith("Starts 3 instances of nginx to answer")
    assert found["queue_behind"] == []
    assert found["smallest_effect"] is None
    again = _plan(client, definition=_definition(), seed=found["seed"], testbed_id=bed.id)
    assert again["order"] == found["order"]
    assert session.scalars(select(Experiment)).all() == []


def test_the_yaml_of_a_plan_makes_the_same_plan(session: Session, client: TestClient) -> None:
    builders.a_testbed(session, **SMALL)
    session.commit()
    first = _plan(client, recipe="pinned-against-unpinned", seed=7)
    second = _plan(client, yaml=first["yaml"], seed=7)
    third = _plan(client, definition=first["definition"], seed=7)
    assert first["errors"] == []
    assert first["runs"] == second["runs"] == third["runs"]
    assert any(r["load_argv"][:3] == ["taskset", "-c", "1"] for r in first["runs"])


def test_a_testbed_that_was_measured_tells_the_smallest_effect(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session, **SMALL)
    builders.article_c(session, bed=bed)
    found = _plan(client, definition=_definition())
    assert 0.01 < found["smallest_effect"] < 0.2


def test_a_busy_testbed_says_behind_what(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session, **SMALL)
    made = builders.experiment(session, bed, ExperimentState.RUNNING, name="First")
    session.commit()
    assert _plan(client, definition=_definition())["queue_behind"] == [{"id": made.id, "name": "First"}]


def test_overrides_change_trials_workload_and_knobs(session: Session, client: TestClient) -> None:
    builders.a_testbed(session, **SMALL)
    session.commit()
    overrides = {"trials": "3", "workload.duration": "5s", "listen.backlog": "2048", "control": "false"}
    found = _plan(client, definition=_definition(), set=overrides)
    assert found["errors"] == []
    assert (found["rounds"], len(found["runs"])) == (3, 2)
    assert found["runs"][0]["workload"]["duration_s"] == 5
    assert found["runs"][1]["knobs"]["listen.backlog"] == 2048
    wrong = _plan(client, definition=_definition(), set={"trails": "3"})
    assert wrong["errors"][0]["place"] == "set.trails"


def _place_and_text(client: TestClient, **body: Any) -> list[tuple[str, str]]:
    return [(e["place"], e["message"]) for e in _plan(client, **body)["errors"]]


WORKLOAD = _definition()["workloads"][0]
CIRCLE = [{"name": "a", "from": "b"}, {"name": "b", "from": "a"}]


@pytest.mark.parametrize(
    ("changes", "place", "said"),
    [
        ({"set": {"nginx.worker_proceses": 2}}, "set.nginx.worker_proceses", "nginx.worker_processes"),
        ({"set": {"nginx.keepalive_timeout": "60 miles"}}, "set.nginx.keepalive_timeout", "60 miles"),
        ({"workloads": [WORKLOAD | {"threads": 17}]}, "workloads[0]", "must not be more than connections"),
        ({"trials": 0}, "trials", "at least 1"),
        ({"workloads": [WORKLOAD | {"duration": "0s"}]}, "workloads[0].duration", ""),
        ({"workloads": [WORKLOAD | {"duration": "-3s"}]}, "workloads[0].duration", ""),
        ({"workloads": [WORKLOAD | {"duration": "10d"}]}, "workloads[0].duration", ""),
        ({"set": {"pin.load": "0-7"}}, "set.pin.load", "2-7"),
        ({"baseline": "fastest"}, "baseline", "fastest"),
        (
            {"variants": [{"name": "a", "from": "b"}, {"name": "b", "from": "a"}]},
            "variants[0].from",
            "circle",
        ),
        ({"variants": [{"name": "default"}, {"name": "default"}]}, "variants[1].name", "default"),
        (
            {
                "factors": {
                    f: {str(i): {k: i} for i in range(1, 101)}
                    for f, k in (("w", "nginx.worker_processes"), ("b", "listen.backlog"))
                }
            },
            "factors",
            "10000 cells",
        ),
        ({"testbed": "elsewhere"}, "testbed", "elsewhere"),
    ],
)
def test_bad_input_names_its_place(
    session: Session, client: TestClient, changes: dict[str, Any], place: str, said: str
) -> None:
    builders.a_testbed(session, **SMALL)
    session.commit()
    found = _place_and_text(client, definition=_definition(**changes))
    assert any(p.startswith(place) and said in text for p, text in found), found
    refused = client.post("/api/v1/experiments", json={"definition": _definition(**changes)})
    assert refused.status_code == 422
    assert any(e["place"].startswith(place) for e in refused.json()["errors"])
    assert session.scalars(select(Experiment)).all() == []


def test_invalid_yaml_has_line_and_column(session: Session, client: TestClient) -> None:
    builders.a_testbed(session)
    session.commit()
    (error,) = _plan(client, yaml="name: x\nvariants: [\n  {name: a\n")["errors"]
    assert error["line"] == 4
    assert error["column"] is not None
    wrong = _plan(
        client,
        yaml="name: x\nworkloads:\n  - {tool: wrk, duration: 1s}\ntrials: zero\nvariants: [{name: a}]\n",
    )
    assert [(e["place"], e["line"]) for e in wrong["errors"]] == [("trials", 4)]


def test_a_huge_recipe_is_not_read(session: Session, client: TestClient) -> None:
    answer = client.post("/api/v1/plans", json={"yaml": "# " + "x" * 1_500_000})
    assert answer.status_code == 413
    assert answer.json()["detail"].startswith("The definition is 1,465 KiB long")


@pytest.mark.parametrize("body", [{}, {"recipe": "stepwise", "yaml": "name: x"}])
def test_exactly_one_source_is_needed(session: Session, client: TestClient, body: dict[str, Any]) -> None:
    answer = client.post("/api/v1/experiments", json=body)
    assert answer.status_code == 422
    assert "exactly one" in answer.json()["detail"]


def test_an_unknown_recipe_lists_those_there_are(session: Session, client: TestClient) -> None:
    builders.a_testbed(session)
    session.commit()
    ((place, text),) = _place_and_text(client, recipe="pined")
    assert place == "recipe"
    assert "pinned-against-unpinned" in text


def test_hosts_that_cannot_work_are_errors_before_launch(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session, **SMALL)
    ids = {r.role: r.host_id for r in bed.roles}
    session.get_one(Host, ids["proxy"]).online = False
    session.get_one(Host, ids["backend"]).condition = "needs_restore"
    session.commit()
    found = dict(_place_and_text(client, definition=_definition()))
    assert "offline" in found["testbed.proxy"]
    assert "left changed" in found["testbed.backend"]
    assert client.post("/api/v1/experiments", json={"definition": _definition()}).status_code == 422


def test_several_testbeds_need_a_choice(session: Session, client: TestClient) -> None:
    first = builders.a_testbed(session, "one", **SMALL)
    builders.a_testbed(session, "two", **SMALL)
    session.commit()
    ((place, text),) = _place_and_text(client, definition=_definition())
    assert place == "testbed"
    assert "one" in text
    assert "two" in text
    assert _plan(client, definition=_definition(testbed="two"))["errors"] == []
    assert _plan(client, recipe="calibration", testbed_id=first.id)["errors"] == []
    assert client.post("/api/v1/plans", json={"recipe": "stepwise", "testbed_id": "x"}).status_code == 404


def test_all_recipes_can_be_planned_and_shown(session: Session, client: TestClient) -> None:
    tools, abilities = dict.fromkeys(TOOLS, "1.0"), {"mix": "", "site": "", "hold": "", "servers": ""}
    at = hosts_with(*(name for names in SERVERS_OF.values() for name in names))
    servers = at["proxy"].model_dump(mode="json")["servers"]
    bed = builders.a_testbed(session, **SMALL, tools=tools, abilities=abilities, servers=servers)
    session.commit()
    recipes = client.get("/api/v1/recipes").json()
    assert {"pinned-against-unpinned", "stepwise", "calibration"} <= {r["slug"] for r in recipes}
    for recipe in recipes:
        assert _plan(client, recipe=recipe["slug"])["errors"] == []
        for form in ("quick", "full"):
            url = f"/api/v1/recipes/{recipe['slug']}?form={form}&testbed_id={bed.id}"
            detail = client.get(url).json()
            assert detail["definition"]["name"]
            assert detail["yaml"].startswith("name: ")
    assert client.get("/api/v1/recipes/nothing").status_code == 404


def test_a_launch_writes_everything_or_nothing(session: Session, client: TestClient) -> None:
    builders.a_testbed(session, **SMALL)
    session.commit()
    answer = client.post("/api/v1/experiments", json={"definition": _definition(), "seed": 3})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["state"] == "queued"
    assert (made["progress"]["total"], made["rounds"]) == (36, 12)
    second = client.post("/api/v1/experiments", json={"recipe": "calibration"}).json()
    assert second["queue_behind"] == [{"id": made["id"], "name": "Workers"}]
    trials = client.get(f"/api/v1/experiments/{made['id']}/trials").json()
    planned = _plan(client, definition=_definition(), seed=3)["order"]
    runs = [r["id"] for r in made["run_list"]]
    assert [runs.index(t["run_id"]) for t in trials] == [i for number in planned for i in number]
    assert (trials[0]["round"], trials[-1]["round"]) == (1, 12)
