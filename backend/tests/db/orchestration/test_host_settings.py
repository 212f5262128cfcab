"""Runs that change their hosts: what is asked of them, when, and what becomes of it."""

from typing import Any

import pytest

from backend.tests.db.agents import Farm, rows

BACKLOG = "sysctl.net.core.somaxconn"
TWO: list[dict[str, Any]] = [{"name": "one"}, {"name": "two", "set": {BACKLOG: "1024"}}]


def test_a_host_changes_for_its_run_and_back_for_the_next(farm: Farm) -> None:
    id = farm.launch(variants=TWO)
    farm.work(id)
    assert farm.experiment(id)["state"] == "finished"
    _, jobs = rows(id)
    asked = [[s["value"] for s in j.work["settings"]] for j in jobs if j.kind == "apply"]
    assert asked == [["1024"], [], ["1024"], []]
    assert {j.host_id for j in jobs if j.kind == "apply"} == {farm.ids["proxy"]}


def test_the_run_says_what_was_read_back(farm: Farm) -> None:
    id = farm.launch(variants=TWO)
    farm.work(id)
    runs = {r["name"]: r["id"] for r in farm.experiment(id)["run_list"]}
    applied = farm.client.get(f"/api/v1/runs/{runs['two']}").json()["applied"]
    assert applied == {
        "proxy": [
            {
                "setting": {"kind": "sysctl", "name": "net.core.somaxconn", "value": "1024"},
                "before": "4096",
                "now": "1024",
            }
        ]
    }
    assert farm.client.get(f"/api/v1/runs/{runs['one']}").json()["applied"] == {}


def test_progress_says_what_happens_before_the_next_trial(farm: Farm) -> None:
    id = farm.launch(variants=TWO)
    farm.work(id, until="apply")
    assert farm.experiment(id)["progress"]["step"].endswith("; changing proxy")


def test_an_experiment_without_settings_sends_no_apply(farm: Farm) -> None:
    id = farm.launch()
    farm.work(id)
    _, jobs = rows(id)
    assert {j.purpose for j in jobs}.isdisjoint({"apply", "applied", "cool"})


def test_a_refused_setting_fails_its_run_with_the_hosts_reason(farm: Farm) -> None:
    why = {"code": "effective_differs", "message": "somaxconn is 4096 instead of 1024", "log": ""}
    farm.answers["apply"] = lambda report: (
        report | ({"failure": why, "applied": []} if report["applied"] else {})
    )
    id = farm.launch(variants=[*TWO, {"name": "three"}])
    farm.work(id)
    found = farm.experiment(id)
    assert found["state"] == "finished"
    two = next(r for r in found["run_list"] if r["name"] == "two")
    assert (two["state"], two["failure"]["message"]) == ("failed", why["message"])
    assert {t["state"] for t in farm.trials(id) if t["run_id"] == two["id"]} == {"failed"}


def test_facts_are_read_again_after_the_hosts_were_put_back(farm: Farm) -> None:
    farm.answers["facts"] = lambda report: report | {"facts": None}
    id = farm.launch(variants=TWO)
    farm.work(id)
    experiment, jobs = rows(id)
    order = [j.purpose for j in jobs if j.purpose in ("restore", "facts")]
    assert order == ["restore"] * 3 + ["facts"] * 3
    assert {role: f["host"] for role, f in experiment.facts_after.items()} == {
        r: r for r in ("load", "proxy", "backend")
    }


LEFT = {
    "setting": {"kind": "sysctl", "name": "net.core.somaxconn", "value": "1024"},
    "before": "4096",
    "now": "777",
    "reason": "it was changed to 777 by something else",
    "netns": "",
    "net_of": None,
}
SHOWN = LEFT | {"command": "sysctl -w net.core.somaxconn=4096"}


def test_a_host_to_restore_says_what_is_left_and_takes_no_experiment(farm: Farm) -> None:
    farm.answers["restore"] = lambda report: (
        report | {"condition": "needs_restore", "unrestored_settings": [LEFT]}
    )
    id = farm.launch(variants=TWO)
    farm.work(id)
    host = farm.client.get(f"/api/v1/hosts/{farm.ids['proxy']}").json()
    assert (host["condition"], host["unrestored_settings"]) == ("needs_restore", [SHOWN])
    again = farm.client.post("/api/v1/experiments", json={"recipe": "calibration"})
    assert again.status_code == 422
    assert any("left changed" in e["message"] for e in again.json()["errors"])


@pytest.mark.parametrize("forget", [False, True])
def test_a_person_has_a_host_put_back_again(farm: Farm, forget: bool) -> None:
    farm.beat("proxy", condition="needs_restore", unrestored_settings=[LEFT])
    asked = farm.client.post(f"/api/v1/hosts/{farm.ids['proxy']}/restore", json={"forget": forget})
    assert asked.status_code == 202
    assert asked.json()["condition"] == "needs_restore"
    job = farm.open("restore")
    assert job.work["forget"] is forget
    farm.report("proxy", farm.outcome(job))
    host = farm.client.get(f"/api/v1/hosts/{farm.ids['proxy']}").json()
    assert (host["condition"], host["unrestored_settings"]) == ("clean", [])


def test_a_host_in_use_or_away_is_not_put_back(farm: Farm) -> None:
    farm.launch()
    held = farm.client.post(f"/api/v1/hosts/{farm.ids['proxy']}/restore", json={})
    assert held.status_code == 409
    assert "workers" in held.json()["detail"]
    assert farm.client.post("/api/v1/hosts/nobody/restore", json={}).status_code == 404
