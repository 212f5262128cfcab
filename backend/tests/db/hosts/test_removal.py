"""A host that is removed: its agent is nobody from then on, its results stay."""

from backend.tests.db.agents import Farm, enrolment, new_token


def test_a_removed_host_is_locked_out_at_once_and_its_results_stay(farm: Farm) -> None:
    experiment = farm.launch(trials=1)
    farm.work(experiment)
    proxy = farm.ids["proxy"]
    assert farm.client.delete(f"/api/v1/hosts/{proxy}").status_code == 204
    assert farm.post("heartbeat", {"instance": "first"}, farm.tokens["proxy"]).status_code == 401
    assert farm.post("enrol", enrolment("proxy"), farm.tokens["proxy"]).status_code == 401
    assert proxy not in {host["id"] for host in farm.client.get("/api/v1/hosts").json()}
    assert farm.client.get(f"/api/v1/hosts/{proxy}").status_code == 404
    assert farm.client.delete(f"/api/v1/hosts/{proxy}").status_code == 404
    assert farm.experiment(experiment)["state"] == "finished"
    assert farm.client.post("/api/v1/experiments", json={"definition": {}}).status_code == 422


def test_a_host_that_an_experiment_holds_stays(farm: Farm) -> None:
    farm.launch()
    answer = farm.client.delete(f"/api/v1/hosts/{farm.ids['proxy']}")
    assert answer.status_code == 409
    assert "cancel that first" in answer.json()["detail"]
    farm.beat("proxy")


def test_a_new_agent_of_a_removed_name_is_that_host_again(farm: Farm) -> None:
    before = farm.ids["proxy"]
    farm.client.delete(f"/api/v1/hosts/{before}")
    credential = "n" * 43
    body = enrolment("proxy", new_token())
    assert farm.post("enrol", body, credential).json()["host_id"] == before
    assert farm.post("heartbeat", {"instance": "i"}, credential).status_code == 200
