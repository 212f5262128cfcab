"""Testbeds are retired and come back; their results stay."""

from typing import Any

from backend.tests.db.agents import DEFINITION, Farm


def listed(farm: Farm, **query: Any) -> list[dict[str, Any]]:
    return farm.client.get("/api/v1/testbeds", params=query).json()


def change(farm: Farm, testbed_id: str, retired: bool) -> Any:
    return farm.client.patch(f"/api/v1/testbeds/{testbed_id}", json={"retired": retired})


def again(farm: Farm, name: str) -> dict[str, Any]:
    roles = {role: farm.ids[role] for role in ("load", "proxy", "backend")}
    answer = farm.client.post("/api/v1/testbeds", json={"name": name, "roles": roles})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_retired_testbed_is_out_of_the_list_and_comes_back(farm: Farm) -> None:
    made = farm.launch()
    local = listed(farm)[0]["id"]
    held = change(farm, local, True)
    assert (held.status_code, held.json()["detail"]) == (
        409,
        "“local” is used by “workers”; cancel that first",
    )
    farm.work(made)
    assert change(farm, local, True).json()["retired_at"]
    assert change(farm, local, True).status_code == 200
    assert listed(farm) == []
    assert [t["id"] for t in listed(farm, retired=True)] == [local]
    assert farm.experiment(made)["testbed"]["name"] == "local"
    assert change(farm, local, False).json()["retired_at"] is None
    assert [t["id"] for t in listed(farm)] == [local]


def test_its_name_is_free_and_nothing_is_launched_on_it(farm: Farm) -> None:
    local = listed(farm)[0]["id"]
    change(farm, local, True)
    for body in ({"testbed_id": local}, {}):
        answer = farm.client.post("/api/v1/experiments", json={"definition": DEFINITION} | body)
        assert answer.status_code == 422, answer.text
    named = farm.client.post("/api/v1/experiments", json={"definition": DEFINITION, "testbed_id": local})
    assert "was retired" in named.json()["detail"]
    farm.restart("load")  # no new one is made of the hosts that are there
    assert listed(farm) == []
    fresh = again(farm, "local")
    back = change(farm, local, False)
    assert (back.status_code, back.json()["code"]) == (409, "conflict")
    assert change(farm, fresh["id"], True).status_code == 200
    assert change(farm, local, False).status_code == 200


def test_a_testbed_says_that_its_host_was_removed(farm: Farm) -> None:
    farm.client.delete(f"/api/v1/hosts/{farm.ids['load']}")
    roles = {r["role"]: r["removed"] for r in listed(farm)[0]["roles"]}
    assert roles == {"load": True, "proxy": False, "backend": False}
    answer = farm.client.post("/api/v1/experiments", json={"definition": DEFINITION})
    assert "load (load) was removed" in answer.text
