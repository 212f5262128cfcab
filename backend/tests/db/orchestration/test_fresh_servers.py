"""New servers for each round: what hosts are asked for, and which start each trial has measured."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from backend.tests.db.agents import Farm, rows

EACH = {"fresh": "round"}
BACKLOG = "sysctl.net.core.somaxconn"
DIED = {"code": "nginx_died", "message": "nginx of p has ended by itself"}


def starts_of(farm: Farm, experiment_id: str) -> dict[str, list[int | None]]:
    """Run → the starts that its trials measured, in order."""
    names = {r["id"]: r["name"] for r in farm.experiment(experiment_id)["run_list"]}
    starts: dict[str, list[int | None]] = {name: [] for name in names.values()}
    for trial in farm.trials(experiment_id):
        starts[names[trial["run_id"]]].append(trial["start"])
    return starts


def asked(experiment_id: str, purpose: str) -> list[set[str]]:
    """The keys of each preparation."""
    return [{s["key"] for s in j.work["setups"]} for j in rows(experiment_id)[1] if j.purpose == purpose]


def test_each_round_has_servers_of_its_own_prepared_in_one_message_between_rounds(farm: Farm) -> None:
    experiment_id = farm.launch(trials=3, servers=EACH)
    farm.work(experiment_id)
    assert farm.experiment(experiment_id)["state"] == "finished"
    assert starts_of(farm, experiment_id) == {"one": [1, 2, 3], "two": [1, 2, 3]}
    for purpose in ("prepare_backend", "prepare_proxy"):
        keys = asked(experiment_id, purpose)
        assert len(keys) == 3
        assert all(len(of_round) == 2 for of_round in keys)
        assert len(set.union(*keys)) == 6, "no start is measured in two rounds"
    first, *later = [j for j in rows(experiment_id)[1] if j.purpose == "prepare_proxy"]
    assert all(s["conf"] for s in first.work["setups"])
    assert not any(s["conf"] for j in later for s in [*j.work["setups"], *(j.report or {})["setups"]])
    order = [j.purpose for j in rows(experiment_id)[1] if j.purpose in ("prepare_proxy", "warm", "measure")]
    begin = ["prepare_proxy", "warm", "warm", "measure", "measure"]
    again = ["prepare_proxy", "warm", "measure", "warm", "measure"]
    assert order == begin + again + again


def test_every_run_has_a_backend_of_its_own_the_control_too(farm: Farm) -> None:
    experiment_id = farm.launch(trials=1, control=True)
    farm.work(experiment_id)
    assert [len(keys) for keys in asked(experiment_id, "prepare_backend")] == [3]


@pytest.mark.exhaustive
def test_servers_are_kept_for_the_whole_experiment_if_asked(farm: Farm) -> None:
    experiment_id = farm.launch(trials=3, servers={"fresh": "once"})
    farm.work(experiment_id)
    assert starts_of(farm, experiment_id) == {"one": [1, 1, 1], "two": [1, 1, 1]}
    assert len(asked(experiment_id, "prepare_proxy")) == 1


def test_servers_are_kept_for_as_many_rounds_as_asked_and_pages_say_so(farm: Farm) -> None:
    experiment_id = farm.launch(trials=6, servers={"every": 2})
    farm.work(experiment_id)
    starts = [1, 1, 2, 2, 3, 3]
    assert starts_of(farm, experiment_id) == {"one": starts, "two": starts}
    assert len(asked(experiment_id, "prepare_proxy")) == 3
    experiment = farm.experiment(experiment_id)
    assert (experiment["servers"]["rounds_per_start"], experiment["servers"]["starts"]) == (2, 3)
    assert experiment["servers"]["sentence"].startswith("New servers every 2 rounds (3 of each run)")
    run = farm.client.get(f"/api/v1/runs/{experiment['run_list'][0]['id']}").json()
    assert (run["servers"]["starts"], [t["start"] for t in run["trials"]]) == (3, starts)
    table = farm.client.get(f"/api/v1/experiments/{experiment_id}/export.csv").text.splitlines()
    assert "start" in table[0].split(",")


@pytest.mark.exhaustive
def test_one_run_after_the_other_gets_new_servers_when_its_turn_comes(farm: Farm) -> None:
    experiment_id = farm.launch(trials=2, servers=EACH, order="sequential")
    farm.work(experiment_id)
    assert starts_of(farm, experiment_id) == {"one": [1, 2], "two": [1, 2]}
    keys = asked(experiment_id, "prepare_proxy")
    assert [len(a & b) for a, b in pairwise(keys)] == [1, 1]


def test_a_later_start_is_warmed_shortly(farm: Farm) -> None:
    experiment_id = farm.launch(trials=2, servers=EACH, warmup={"prepared": "3s", "trial": "0s"})
    farm.work(experiment_id)
    warm_ups = [j.work for j in rows(experiment_id)[1] if j.purpose == "warm"]
    seconds = [(work["workload"]["duration_s"], work["stop_after_s"]) for work in warm_ups]
    assert seconds == [(3, None), (3, None), (1, 0.3), (1, 0.3)]


@pytest.mark.exhaustive
def test_a_repeat_measures_the_start_of_its_round(farm: Farm) -> None:
    farm.answers["measure"] = _first_is_invalid()
    experiment_id = farm.launch(trials=2, servers=EACH)
    farm.work(experiment_id)
    tries = [(t["round"], t["attempt"], t["start"]) for t in farm.trials(experiment_id)]
    assert sorted(tries) == [(1, 1, 1), (1, 1, 1), (1, 2, 1), (2, 1, 2), (2, 1, 2)]
    assert len(asked(experiment_id, "prepare_proxy")) == 2


def _first_is_invalid() -> Callable[[dict[str, Any]], dict[str, Any]]:
    spoilt = iter([True])

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        if next(spoilt, False):
            report["load"]["figures"]["failed_requests"] = 400.0
        return report

    return answer


@pytest.mark.exhaustive
def test_servers_that_start_anew_for_another_reason_are_another_start(farm: Farm) -> None:
    experiment_id = farm.launch(trials=2, servers={"fresh": "once"}, seed=1)
    farm.work(experiment_id, until="measure")
    restarted_run = next(t["run_id"] for t in farm.trials(experiment_id) if t["start"])
    farm.restart("proxy")
    farm.work(experiment_id)
    assert farm.experiment(experiment_id)["state"] == "finished"
    attempts = [
        (t["attempt"], t["start"]) for t in farm.trials(experiment_id) if t["run_id"] == restarted_run
    ]
    assert attempts == [(1, 1), (2, 2), (1, 2)]
    others = [t["start"] for t in farm.trials(experiment_id) if t["run_id"] != restarted_run]
    assert others == [1, 1], "nothing was measured on what it had before"


def test_runs_that_change_their_host_are_started_under_their_settings_in_each_round(farm: Farm) -> None:
    variants = [{"name": "one"}, {"name": "two", "set": {BACKLOG: "1024"}}]
    experiment_id = farm.launch(trials=2, servers=EACH, variants=variants)
    farm.work(experiment_id)
    assert farm.experiment(experiment_id)["state"] == "finished"
    applied = [j for j in rows(experiment_id)[1] if j.kind == "apply"]
    of_run = {r["id"]: r["name"] for r in farm.experiment(experiment_id)["run_list"]}
    later = [j for j in applied if j.generation == 1]
    # new servers were started under what the last trial asked for: the plain run says so too
    assert {of_run[j.run_id or ""] for j in later} == {"one", "two"}
    assert all(len(j.work["setups"]) == 1 for j in later)


def test_a_server_that_cannot_be_started_again_fails_its_run_and_keeps_its_trials(farm: Farm) -> None:
    experiment_id = farm.launch(trials=2, servers=EACH)
    two = next(r["id"] for r in farm.experiment(experiment_id)["run_list"] if r["name"] == "two")
    broken = {"code": "nginx_start", "message": "nginx did not answer in time", "log": ""}

    def second_start(report: dict[str, Any]) -> dict[str, Any]:
        for setup in report["setups"]:
            if setup["key"].startswith(f"{two}-2"):
                setup |= {"failure": broken, "urls": []}
        return report

    farm.answers["prepare_proxy"] = second_start
    farm.work(experiment_id)
    experiment = farm.experiment(experiment_id)
    assert (experiment["state"], experiment["failure"]["code"]) == ("failed", "no_candidate")
    states = [(t["round"], t["state"]) for t in farm.trials(experiment_id) if t["run_id"] == two]
    assert states == [(1, "done"), (2, "cancelled")]


def test_a_server_that_dies_gets_one_more_start_and_the_round_goes_on(farm: Farm) -> None:
    died = iter([True])
    farm.answers["watch"] = lambda report: (
        {"job_id": report["job_id"], "failure": DIED} if next(died, False) else report
    )
    experiment_id = farm.launch(trials=3, servers=EACH)
    farm.work(experiment_id)
    assert farm.experiment(experiment_id)["state"] == "finished"
    assert [t["state"] for t in farm.trials(experiment_id)].count("done") == 6
