"""Servers of a person's own in place of the built-in backend: nothing is started for them."""

import pytest

from backend.tests.db.agents import Farm, rows


@pytest.mark.parametrize(("topology", "prepared"), [("proxied", ["prepare_proxy"]), ("direct", [])])
def test_no_backend_is_prepared_for_them(farm: Farm, topology: str, prepared: list[str]) -> None:
    variants = [{"name": "a"}, {"name": "b", "set": {"pin.load": "1"}}]
    own = {"origin.address": "10.0.0.9:8080"}
    made = farm.launch(topology=topology, set=own, variants=variants, baseline="a")
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    _, jobs = rows(made)
    assert [j.purpose for j in jobs if j.purpose.startswith("prepare")] == prepared
    assert not [j for j in jobs if j.purpose == "watch" and farm.name_of(j.host_id) == "backend"]
    measured = [j.work["target"] for j in jobs if j.purpose == "measure"]
    if topology == "direct":
        assert set(measured) == {"http://10.0.0.9:8080"}
    else:
        (prepare,) = [j for j in jobs if j.purpose == "prepare_proxy"]
        assert all(s["backends"] == ["10.0.0.9:8080"] for s in prepare.work["setups"])
        assert all("proxy_pass http://10.0.0.9:8080;" in s["conf"] for s in prepare.work["setups"])
    assert farm.client.get(f"/api/v1/runs/{farm.experiment(made)['run_list'][0]['id']}").status_code == 200
