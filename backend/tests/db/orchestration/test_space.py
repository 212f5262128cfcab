"""A disk that fills while experiments wait and run: told, waited for, and nothing is lost."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.contract.space import MB
from backend import disk_space
from backend.execution.orchestration.advance import advance
from backend.health.troubles import SPACE
from backend.tests.db.agents import DEFINITION, Farm


class Disk:
    """What the control plane's disk has free, in MB of 1000."""

    free = 1000

    def found(self, _: object) -> os.statvfs_result:
        return os.statvfs_result((MB, MB, 1000, self.free, self.free, 10, 10, 10, 0, 255))


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """10% of it is low, 5% is out."""
    disk = Disk()
    disk_space._watch.cache_clear()
    monkeypatch.setattr(disk_space.os, "statvfs", disk.found)
    monkeypatch.setattr(disk_space, "HOST_LIFE_S", 1000)  # until the test says otherwise
    yield disk
    disk_space._watch.cache_clear()


def step_of(farm: Farm, experiment: str) -> str:
    return farm.experiment(experiment)["progress"]["step"]


def test_nothing_is_launched_on_a_disk_that_is_low(farm: Farm, disk: Disk) -> None:
    disk.free = 90
    refused = farm.client.post("/api/v1/experiments", json={"definition": DEFINITION})
    assert (refused.status_code, refused.json()["code"]) == (507, "no_space")
    assert refused.json()["detail"].startswith("90 MB are left in /, where Dynoboard keeps its data.")
    assert farm.client.get("/api/v1/experiments").json() == []
    assert disk_space.problem() == ""  # of /readyz: what runs goes on
    told = next(t for t in farm.client.get("/api/v1/health").json()["troubles"] if t["code"] == SPACE)
    assert told["text"] == "Disk space is low."
    assert "until 125 MB are free" in told["help"]


def test_an_experiment_waits_before_its_next_trial_and_goes_on_by_itself(farm: Farm, disk: Disk) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    disk.free = 40
    farm.work(made)  # the trial that runs is brought to its end
    assert step_of(farm, made) == "waiting for space in / (40 MB left)"
    assert [t["state"] for t in farm.trials(made)].count("done") == 1
    assert disk_space.problem().startswith("40 MB are left in /")
    disk.free = 62
    advance(made)
    assert step_of(farm, made) == "waiting for space in / (62 MB left)"
    disk.free = 63
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    assert {t["attempt"] for t in farm.trials(made)} == {1}


def test_it_waits_for_a_host_whose_own_disk_is_full(farm: Farm, disk: Disk) -> None:
    farm.beat("proxy", no_space=3 * MB)
    made = farm.launch()
    farm.work(made)
    assert step_of(farm, made) == "waiting for space on proxy (3 MB left)"
    disk_space.get_redis().expire(
        disk_space.HOST_KEY.format(farm.ids["proxy"]), 0
    )  # as it is soon, by itself
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"


def test_a_preparation_that_found_no_room_is_repeated(farm: Farm, disk: Disk) -> None:
    full = {"code": "no_space", "message": "No space left on this host: 3 MB are left"}
    farm.answers["prepare_proxy"] = lambda report: {"job_id": report["job_id"], "failure": full}
    made = farm.launch()
    farm.work(made)
    assert step_of(farm, made) == "waiting for space on proxy (0 MB left)"
    del farm.answers["prepare_proxy"]
    disk_space.get_redis().expire(disk_space.HOST_KEY.format(farm.ids["proxy"]), 0)
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"


def test_the_disk_is_asked_about_above_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    found = disk_space.Watch(tmp_path / "not" / "yet", low_mb=0, out_mb=0).look()
    assert found.disk.size == disk_space.Watch(tmp_path).look().disk.size > 0
