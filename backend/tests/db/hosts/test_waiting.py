"""What an experiment says while it waits for a host."""

from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.sweep import sweep
from backend.tests.db.agents import Farm
from backend.tests.db.moments import age_by, api_up_for


def step_of(farm: Farm, experiment_id: str) -> str:
    return farm.experiment(experiment_id)["progress"]["step"]


def test_it_waits_for_a_host_that_went_offline_and_goes_on(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="prepare_proxy")
    api_up_for(60)
    age_by(9, "proxy")
    sweep()
    advance(made)
    assert step_of(farm, made) == "waiting for proxy, which is offline (60 s at most)"
    listed = farm.client.get("/api/v1/experiments").json()
    assert listed[0]["progress"]["step"] == step_of(farm, made)
    farm.beat("proxy")
    advance(made)
    assert "waiting" not in step_of(farm, made)


def test_a_queued_one_says_which_host_it_waits_for(farm: Farm) -> None:
    first, second = farm.launch(name="first"), farm.launch(name="second")
    api_up_for(60)
    age_by(9, "load")
    sweep()
    said = "waiting behind “first” for backend, load, proxy and for load, which is offline"
    assert step_of(farm, second) == said
    farm.beat("load")
    farm.work(first)
    advance(second)
    assert farm.experiment(second)["state"] == "running"


def test_a_queued_one_ends_when_its_host_is_removed(farm: Farm) -> None:
    first, second = farm.launch(name="first"), farm.launch(name="second")
    farm.work(first, until="restore")
    api_up_for(60)
    age_by(9, "load")
    sweep()
    farm.silent.add("load")
    farm.work(first)
    advance(first)
    assert farm.experiment(first)["state"] == "finished"
    assert farm.client.delete(f"/api/v1/hosts/{farm.ids['load']}").status_code == 204
    advance(second)
    found = farm.experiment(second)
    assert (found["state"], found["failure"]["message"]) == ("failed", "load was removed")
    assert {t["state"] for t in farm.trials(second)} == {"cancelled"}
