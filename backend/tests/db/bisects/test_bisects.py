"""Bisects on a real PostgreSQL: from the launch to the answer, by simulated agents."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.bisects import service
from backend.bisects.course import Outcome
from backend.bisects.service import advance_due
from backend.bisects.steps import Step
from backend.database import get_engine
from backend.execution.orchestration.advance import advance
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.tests.db.agents import DEFINITION, Farm
from backend.tests.db.identity.people import account_of, browser_of
from backend.tests.db.orchestration.fleets import change, label, second
from backend.tests.db.orchestration.test_decided import measuring

NAMES = [f"b{n}" for n in range(1, 9)]
Rate = Callable[[int], float]


def rate(level: float, place: int) -> Rate:
    """A level with a scatter of its own."""
    return lambda number: level * (1 + 0.0005 * (number * (place + 2) % 5))


def body(names: list[str] = NAMES, **changes: Any) -> dict[str, Any]:
    variants = [{"name": name, "set": {"nginx.worker_processes": n + 1}} for n, name in enumerate(names)]
    definition = {**DEFINITION, "name": "builds", "variants": variants, "min_effect": 0.03}
    del definition["baseline"]
    return {"definition": {**definition, "trials": {"until": "decided", "min": 4, "max": 4}} | changes}


def start(farm: Farm, **changes: Any) -> dict[str, Any]:
    answer = farm.client.post("/api/v1/bisects", json=body(**changes))
    assert answer.status_code == 201, answer.text
    return answer.json()


def now(farm: Farm, bisect: dict[str, Any]) -> dict[str, Any]:
    return farm.client.get(f"/api/v1/bisects/{bisect['id']}").json()


def step_of(farm: Farm, bisect: dict[str, Any]) -> str:
    """The experiment of the newest step."""
    return now(farm, bisect)["steps"][-1]["experiment"]["id"]


def finish_step(farm: Farm, bisect: dict[str, Any]) -> str:
    """Measure the newest step; the id of its experiment."""
    experiment_id = step_of(farm, bisect)
    advance(experiment_id)
    farm.work(experiment_id)
    return experiment_id


def levels(farm: Farm, *values: float) -> None:
    farm.answers["measure"] = measuring(**{NAMES[i]: rate(v, i) for i, v in enumerate(values)})


class Ending:
    """Ends steps at once, with the outcome that the true levels have."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *levels: int) -> None:
        self.levels = levels
        monkeypatch.setattr(service, "read_outcome", lambda session, step, *_: self.outcome(step))

    def outcome(self, step: Step) -> Step:
        first, last = self.levels[step.first], self.levels[step.last]
        outcome = Outcome.ALIKE if first == last else Outcome.DIFFERENT
        if step.middle is not None:
            middle = self.levels[step.middle]
            like = {first: Outcome.LIKE_FIRST, last: Outcome.LIKE_LAST}
            outcome = like.get(middle, Outcome.BETWEEN)
        figures = {"change": last / first - 1, "low": last / first - 1.01, "high": last / first - 0.99}
        return step.model_copy(update={"outcome": outcome, "rounds": 8, **figures})

    def end_step(self, farm: Farm, bisect: dict[str, Any]) -> dict[str, Any]:
        with Session(get_engine()) as session:
            statement = update(Experiment).where(Experiment.id == step_of(farm, bisect))
            session.execute(statement.values(state=ExperimentState.FINISHED))
            session.commit()
        advance_due()
        return now(farm, bisect)

    def end_all(self, farm: Farm, bisect: dict[str, Any]) -> dict[str, Any]:
        while bisect["state"] == "running":
            bisect = self.end_step(farm, bisect)
        return bisect


def test_a_measured_bisect_names_what_made_the_difference(farm: Farm) -> None:
    levels(farm, 1000, 1000, 970)
    bisect = start(farm, names=NAMES[:3])
    assert bisect["sentence"].startswith("Does b3 differ from b1 at all?")
    while now(farm, bisect)["state"] == "running":
        finish_step(farm, bisect)
        advance_due()
    bisect = now(farm, bisect)
    assert bisect["state"] == "finished"
    assert bisect["sentence"].startswith("b3 made the difference: −3.0%")
    names = [step["experiment"]["name"] for step in bisect["steps"]]
    assert names == ["b1 and b3", "b2 between b1 and b3", "b2 and b3 once more"]
    assert bisect["steps"][1]["words"] == "like b1"
    middle = bisect["steps"][1]["experiment"]["id"]
    rows = farm.client.get(f"/api/v1/experiments/{middle}/deltas").json()
    assert {row["family"] for row in rows} == {4}  # two candidates, and two steps share the 5%
    step = farm.experiment(middle)
    assert step["name"] == "builds · b2 between b1 and b3"
    assert step["headline"]["next_step"]["bisect_id"] == bisect["id"]


def test_steps_follow_each_other_to_the_neighbours(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    ending = Ending(monkeypatch, *[1000] * 4, *[970] * 4)
    bisect = ending.end_all(farm, start(farm))
    assert bisect["sentence"].startswith("b5 made the difference: −3.0%")
    assert [step["experiment"]["name"] for step in bisect["steps"]] == [
        "b1 and b8",
        "b4 between b1 and b8",
        "b6 between b4 and b8",
        "b5 between b4 and b6",
        "b4 and b5 once more",
    ]


def test_steps_that_cannot_be_trusted_are_said_before_the_answer(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    bisect = Ending(monkeypatch, *[1000] * 2, *[970] * 2).end_all(farm, start(farm, names=NAMES[:3]))
    assert bisect["is_trusted"]
    with Session(get_engine()) as session:
        untrusted = update(Experiment).where(Experiment.id == bisect["steps"][0]["experiment"]["id"])
        session.execute(untrusted.values(headline={"trust": {"level": "red"}}))
        session.commit()
    doubtful_bisect = now(farm, bisect)
    assert not doubtful_bisect["is_trusted"]
    assert doubtful_bisect["sentence"] == f"1 of 3 steps is not trustworthy. {bisect['sentence']}"
    assert [step["words"].endswith(", not trustworthy") for step in doubtful_bisect["steps"]] == [
        True,
        False,
        False,
    ]


def test_a_step_without_an_outcome_is_not_judged_yet(farm: Farm) -> None:
    bisect = start(farm, names=NAMES[:3])
    with Session(get_engine()) as session:
        untrusted = update(Experiment).where(Experiment.id == step_of(farm, bisect))
        session.execute(untrusted.values(headline={"trust": {"level": "red"}}))
        session.commit()
    assert now(farm, bisect)["sentence"] == bisect["sentence"]


@pytest.mark.exhaustive
def test_two_changes_are_named_as_two(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    ending = Ending(monkeypatch, 1000, 1000, 980, 980, 980, 980, 960, 960)
    bisect = ending.end_all(farm, start(farm))
    assert bisect["sentence"].startswith("2 changes: b3 made the difference: −2.0%")
    assert "b7 made the difference" in bisect["sentence"]


def refuse(farm: Farm, workers: int) -> None:
    """Let nginx refuse the variant with so many workers."""

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        for setup in report["setups"]:
            if f"worker_processes {workers};" in setup["conf"]:
                setup |= {"urls": [], "failure": {"code": "nginx_test", "message": "unknown directive “x”"}}
        return report

    farm.answers["prepare_proxy"] = answer


def test_an_end_that_cannot_be_prepared_ends_it_with_the_reason(farm: Farm) -> None:
    refuse(farm, 3)
    bisect = start(farm, names=NAMES[:3])
    experiment_id = finish_step(farm, bisect)
    advance_due()
    bisect = now(farm, bisect)
    assert (bisect["state"], bisect["problem"]) == ("failed", "its step 1 failed: b3: unknown directive “x”")
    experiment = farm.experiment(experiment_id)
    assert experiment["headline"]["next_step"]["kind"] == "bisect"
    assert sum(run["trials_done"] for run in experiment["run_list"]) == 0


def test_a_middle_that_cannot_be_prepared_is_skipped(farm: Farm) -> None:
    levels(farm, 1000, 1000, 970, 970)
    refuse(farm, 2)
    bisect = start(farm, names=NAMES[:4])
    for _ in range(3):
        finish_step(farm, bisect)
        advance_due()
    steps = now(farm, bisect)["steps"]
    assert steps[1]["words"] == "skipped: b2: unknown directive “x”"
    assert steps[2]["experiment"]["name"] == "b3 between b1 and b4"
    assert steps[2]["words"] == "like b4"


def test_equal_ends_stop_it(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    bisect = Ending(monkeypatch, *[1000] * 8).end_all(farm, start(farm))
    assert len(bisect["steps"]) == 1
    assert bisect["sentence"].startswith(
        "Cannot be reproduced today: b8 against b1 shows no difference of 3%"
    )


def test_a_step_is_launched_once_however_often_the_sweep_looks(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    bisect = start(farm)
    Ending(monkeypatch, *[1000] * 4, *[970] * 4).end_step(farm, bisect)
    threads = [Thread(target=advance_due) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(now(farm, bisect)["steps"]) == 2


def test_cancelling_ends_its_experiment_too(farm: Farm) -> None:
    bisect = start(farm)
    experiment_id = step_of(farm, bisect)
    for _ in range(2):
        answer = farm.client.post(f"/api/v1/bisects/{bisect['id']}/cancel")
        assert answer.json()["state"] == "cancelled"
    advance(experiment_id)
    farm.work(experiment_id)
    assert farm.experiment(experiment_id)["state"] == "cancelled"
    advance_due()
    assert len(now(farm, bisect)["steps"]) == 1


def test_a_cancelled_step_ends_it_with_the_range_so_far(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    bisect = start(farm)
    with monkeypatch.context() as patch:
        Ending(patch, *[1000] * 4, *[970] * 4).end_step(farm, bisect)
    farm.client.post(f"/api/v1/experiments/{step_of(farm, bisect)}/cancel")
    finish_step(farm, bisect)
    advance_due()
    bisect = now(farm, bisect)
    assert bisect["state"] == "failed"
    assert bisect["problem"] == "its step 2 failed: its experiment was cancelled"
    assert "A change lies after b1 and up to b8" in bisect["sentence"]


def test_later_steps_are_of_who_launched_it_until_they_are_disabled(
    farm: Farm, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending, account = Ending(monkeypatch, *[1000] * 4, *[970] * 4), account_of(session, "ada")
    ada = browser_of(farm.client, session, account)
    bisect = ada.post("/api/v1/bisects", json=body(), headers={"Host": "127.0.0.1"}).json()
    ending.end_step(farm, bisect)
    assert farm.experiment(step_of(farm, bisect))["owner"]["name"] == "Ada"
    account.disabled_at = account.created_at
    session.commit()
    bisect = ending.end_step(farm, bisect)
    assert (bisect["state"], bisect["problem"]) == ("failed", "the account that launched it is disabled")


def test_a_deleted_step_ends_it(farm: Farm) -> None:
    bisect = start(farm)
    step = step_of(farm, bisect)
    farm.client.post(f"/api/v1/experiments/{step}/cancel")
    finish_step(farm, bisect)
    assert farm.client.delete(f"/api/v1/experiments/{step}").status_code == 204
    advance_due()
    bisect = now(farm, bisect)
    assert (bisect["state"], bisect["steps"][0]["is_deleted"]) == ("failed", True)
    assert "was deleted" in bisect["problem"]


def test_the_next_step_waits_for_a_host_that_is_away(
    farm: Farm, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    bisect = start(farm)
    ending = Ending(monkeypatch, *[1000] * 4, *[970] * 4)
    session.execute(update(Host).values(online=False))
    session.commit()
    waiting = ending.end_step(farm, bisect)
    assert waiting["state"] == "running"
    assert "is offline" in waiting["problem"]
    session.execute(update(Host).values(online=True))
    session.commit()
    advance_due()
    assert (len(now(farm, bisect)["steps"]), now(farm, bisect)["problem"]) == (2, "")


def test_a_plan_says_what_it_takes(farm: Farm) -> None:
    plan = farm.client.post("/api/v1/bisects/plan", json=body(trials=5)).json()
    assert plan["errors"] == []
    assert (plan["experiments"], plan["max_rounds"], plan["likely_rounds"]) == (5, 40, None)
    assert "calibrate it first" in plan["sentence"]
    assert farm.client.get("/api/v1/bisects").json() == []


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"names": NAMES[:2]}, "variants"),
        ({"decide_on": ["throughput", "cpu"]}, "decide_on"),
        ({"search": "halving", "trials": 16}, "search"),
        ({"min_effect": 0.001}, "min_effect"),
        ({"names": ["b1", "b1", "b2"]}, "variants[1].name"),
        ({"testbed": "nowhere"}, "testbed"),
    ],
)
def test_what_cannot_be_bisected_is_said_with_its_place(
    farm: Farm, changes: dict[str, Any], place: str
) -> None:
    content = body(**changes)
    answer = farm.client.post("/api/v1/bisects", json=content)
    assert answer.status_code == 422
    assert place in [error["place"] for error in answer.json()["errors"]]
    plan = farm.client.post("/api/v1/bisects/plan", json=content)
    assert plan.status_code == 200
    assert plan.json()["errors"]
    assert farm.client.get("/api/v1/bisects").json() == []


def test_an_unknown_bisect_is_not_found(farm: Farm) -> None:
    for bisect_id in ("nothing", "x' OR 1=1", "%00"):
        assert farm.client.get(f"/api/v1/bisects/{bisect_id}").status_code == 404


@pytest.mark.exhaustive
def test_a_bisect_for_any_testbed_takes_the_first_that_can_run_it(farm: Farm, session: Session) -> None:
    second(farm)
    label(farm, "ssd")
    for role in ("load", "proxy", "backend"):
        session.get_one(Host, farm.ids[role]).ports = [21000, 21000]
    session.commit()
    content = body()
    content["definition"]["testbed_labels"] = "ssd"
    answer = farm.client.post("/api/v1/bisects", json=content)
    assert answer.status_code == 201, answer.text
    change(farm, "load-2", drained=True)
    errors = farm.client.post("/api/v1/bisects/plan", json=content).json()["errors"]
    assert [error["message"].partition(":")[0] for error in errors] == ["local", "second"]
