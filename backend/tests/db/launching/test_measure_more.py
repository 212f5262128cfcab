"""Rounds that are added to a finished experiment: measured behind its own, and what was said is kept."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.database import get_engine
from backend.definition.consistency import CONTROL
from backend.execution.orchestration.advance import advance
from backend.records.audit.entries import AuditEntry
from backend.records.experiments import Experiment
from backend.tests.db.agents import Farm
from backend.tests.db.moments import at_once
from backend.tests.db.orchestration.test_decided import jumping, measuring, steady

RATES = [900, 1100, 980, 1040, 1010, 960, 1080, 930, 1000, 1060]


def noisy(farm: Farm) -> None:
    """Answer each measurement with another rate, so that nothing is clear."""
    count = iter(range(10_000))

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        rate = RATES[next(count) * 7 % len(RATES)]
        figures = report["load"]["figures"] | {"requests": 2.0 * rate, "requests_per_s": float(rate)}
        return report | {"load": report["load"] | {"figures": figures, "stdout": f"Requests/sec: {rate}\n"}}

    farm.answers["measure"] = answer


def finish_unclear(farm: Farm, **changes: Any) -> str:
    noisy(farm)
    experiment_id = farm.launch(**{"trials": 6, "control": True} | changes)
    farm.work(experiment_id)
    return experiment_id


def more(farm: Farm, experiment_id: str, rounds: int | None = None) -> Any:
    return farm.client.post(f"/api/v1/experiments/{experiment_id}/more", json={"rounds": rounds})


def finish(farm: Farm, experiment_id: str) -> None:
    advance(experiment_id)
    farm.work(experiment_id)


def refusal(farm: Farm, experiment_id: str) -> str:
    answer = more(farm, experiment_id, 3)
    assert answer.status_code == 409, answer.text
    return answer.json()["title"] + answer.json().get("detail", "")


def test_rounds_follow_those_of_before_and_the_first_verdict_is_kept(farm: Farm) -> None:
    experiment_id = finish_unclear(farm)
    before = farm.experiment(experiment_id)
    old_trials = {t["id"]: t for t in farm.trials(experiment_id)}
    assert before["more"]["why_not"] == "", before["headline"]
    assert set(at_once(3, lambda: more(farm, experiment_id, 4).status_code)) == {200}
    finish(farm, experiment_id)
    after = farm.experiment(experiment_id)
    assert (after["state"], after["rounds"]) == ("finished", 10)
    trials = farm.trials(experiment_id)
    assert {t["id"]: t for t in trials if t["id"] in old_trials} == old_trials
    added_trials = [t for t in trials if t["id"] not in old_trials]
    assert sorted({t["round"] for t in added_trials}) == [7, 8, 9, 10]
    assert len(added_trials) == 4 * len(after["run_list"])
    assert all(t["state"] == "done" for t in added_trials)
    stage = after["first_stage"]
    assert (stage["rounds"], stage["added_rounds"]) == (6, 4)
    assert stage["headline"] == " ".join(a["sentence"] for a in before["headline"]["answers"])
    assert after["headline"]["answers"][0]["delta"]["n"] == 10
    (gap,) = after["interruptions"]
    assert gap["failure"]["message"] == "it had finished after 6 rounds; 4 rounds were added"
    with Session(get_engine()) as session:
        acts = session.scalars(select(AuditEntry.act).where(AuditEntry.subject == experiment_id)).all()
    assert acts.count("measured more") == 1
    assert "once; launch it again" in refusal(farm, experiment_id)


def test_one_that_runs_is_of_older_rules_was_shared_or_has_other_hosts_is_refused(farm: Farm) -> None:
    running = farm.launch()
    assert "it is running" in refusal(farm, running)
    farm.work(running)
    experiment_id = finish_unclear(farm)
    most = farm.experiment(experiment_id)["more"]["max_rounds"]
    for rounds in (0, -1, most + 1, 10**9):
        assert more(farm, experiment_id, rounds).status_code == 422
    assert farm.experiment(experiment_id)["state"] == "finished"
    farm.enrol("proxy", kernel="6.99")
    assert "→ 6.99" in refusal(farm, experiment_id)
    farm.enrol("proxy")
    body = {"kind": "experiment", "id": experiment_id}
    assert farm.client.post("/api/v1/share-links", json=body).status_code == 201
    assert "behind 1 share link" in refusal(farm, experiment_id)
    with Session(get_engine()) as session:
        session.get_one(Experiment, experiment_id).launch_rules = 1
        session.commit()
    assert "rules 1" in refusal(farm, experiment_id)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"trials": {"min": 3, "max": 3, "until": "decided"}}, "used all of the 5%"),
        pytest.param(
            {"order": "sequential", "trials": 2},
            "fixed number of interleaved rounds",
            marks=pytest.mark.exhaustive,
        ),
    ],
)
def test_what_keeps_nothing_of_the_5_percent_is_refused(
    farm: Farm, changes: dict[str, Any], reason: str
) -> None:
    assert reason in refusal(farm, finish_unclear(farm, **changes))


def finish_mixed(farm: Farm) -> str:
    """One candidate that is clearly better, and one that is not clear, in six rounds."""
    farm.answers["measure"] = measuring(
        one=steady(1000), better=steady(1400), open=jumping, **{CONTROL: steady(1001)}
    )
    workers = {"one": 1, "better": 2, "open": 3}
    variants = [{"name": name, "set": {"nginx.worker_processes": n}} for name, n in workers.items()]
    experiment_id = farm.launch(trials=6, control=True, decide_on="throughput", variants=variants)
    farm.work(experiment_id)
    return experiment_id


def words(farm: Farm, experiment_id: str) -> dict[str, tuple[str, int]]:
    rows = farm.client.get(f"/api/v1/experiments/{experiment_id}/deltas").json()
    return {row["name"]: (row["verdict"], row["n"]) for row in rows}


@pytest.mark.exhaustive
def test_a_candidate_with_a_word_is_measured_no_further_and_keeps_it(farm: Farm) -> None:
    experiment_id = finish_mixed(farm)
    before = farm.experiment(experiment_id)
    assert words(farm, experiment_id)["better"] == ("better", 6)
    assert (before["more"]["runs"], before["more"]["why_not"]) == (3, "")
    assert before["more"]["sentence"].endswith("settle open.")
    assert more(farm, experiment_id, 2).status_code == 200
    assert words(farm, experiment_id)["better"] == ("better", 6), "also while the rest is measured"
    assert words(farm, experiment_id)["open"][0] == "interim"
    finish(farm, experiment_id)
    added_trials = [t["run_id"] for t in farm.trials(experiment_id) if t["round"] > 6]
    names = {r["id"]: r["name"] for r in farm.experiment(experiment_id)["run_list"]}
    assert sorted(names[run_id] for run_id in added_trials) == sorted(2 * ["one", CONTROL, "open"])
    assert words(farm, experiment_id) | {CONTROL: None} == {
        "better": ("better", 6),
        "open": ("unclear", 8),
        CONTROL: None,
    }


@pytest.mark.exhaustive
def test_a_cancelled_second_stage_leaves_what_the_first_one_said(farm: Farm) -> None:
    experiment_id = finish_mixed(farm)
    before, first_words = farm.experiment(experiment_id), words(farm, experiment_id)
    assert more(farm, experiment_id, 4).status_code == 200
    advance(experiment_id)
    farm.work(experiment_id, until="watch")
    assert farm.client.post(f"/api/v1/experiments/{experiment_id}/cancel").status_code == 200
    finish(farm, experiment_id)
    after = farm.experiment(experiment_id)
    assert after["state"] == "cancelled"
    assert words(farm, experiment_id) == first_words
    assert [a["sentence"] for a in after["headline"]["answers"]] == [
        a["sentence"] for a in before["headline"]["answers"]
    ]
    assert "it is cancelled" in refusal(farm, experiment_id)
    assert farm.client.post(f"/api/v1/experiments/{experiment_id}/resume").status_code == 200
    finish(farm, experiment_id)
    assert words(farm, experiment_id)["open"] == ("unclear", 10)
    assert farm.experiment(experiment_id)["first_stage"]["added_rounds"] == 4
