"""Experiments none of whose candidates can be measured end early, and say why and what to do."""

from typing import Any

from agents.contract.states import TrialState
from backend.tests.db.agents import DEFINITION, Farm, rows
from backend.tests.db.orchestration.test_resume import done, refusal

THREE = {"name": "three", "set": {"upstream.keepalive": 2}}
REFUSED = {"code": "nginx_test", "message": "unknown directive “x”", "log": "nginx: [emerg]"}


def refuse_two(farm: Farm, failure: dict[str, Any] = REFUSED) -> None:
    """Let the variant “two” not be prepared from now on."""

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        for setup in report["setups"]:
            if "worker_processes 2;" in setup["conf"]:
                setup |= {"urls": [], "failure": failure}
        return report

    farm.answers["prepare_proxy"] = answer


def next_step(experiment: dict[str, Any]) -> tuple[str, str]:
    step = experiment["headline"]["next_step"]
    return step["label"], step["sentence"]


def test_where_the_only_candidate_is_refused_nothing_is_measured(farm: Farm) -> None:
    refuse_two(farm)
    experiment_id = farm.launch(control=True)
    farm.work(experiment_id)
    experiment = farm.experiment(experiment_id)
    failure = experiment["failure"]
    assert (experiment["state"], failure["code"]) == ("failed", "no_candidate")
    assert failure["message"] == "nothing is left to compare: two: unknown directive “x”"
    assert (failure["host"], failure["log"]) == ("proxy", "nginx: [emerg]")
    assert {trial["state"] for trial in farm.trials(experiment_id)} == {TrialState.CANCELLED}
    assert "measure" not in [job.purpose for job in rows(experiment_id)[1]]
    assert experiment["headline"]["sentence"] == f"Failed: {failure['message']}."
    assert next_step(experiment) == ("Change and measure", "Change what failed.")


def test_a_candidate_that_fails_later_keeps_what_was_measured(farm: Farm) -> None:
    """It can neither be resumed: only another definition helps."""
    experiment_id = farm.launch(trials=6, servers={"fresh": "round"})
    while done(farm, experiment_id)["two", 3] + done(farm, experiment_id)["one", 3] < 2:
        farm.step(experiment_id)
    refuse_two(farm)
    farm.work(experiment_id)
    experiment = farm.experiment(experiment_id)
    assert (experiment["state"], experiment["failure"]["code"]) == ("failed", "no_candidate")
    assert sum(done(farm, experiment_id).values()) == 6
    assert experiment["headline"]["delta"]["n"] == 3
    assert experiment["is_resumable"] is False
    assert "unknown directive “x”; change the definition" in refusal(farm, experiment_id)
    assert next_step(experiment)[0] == "Change and measure"


def test_run_after_run_the_baseline_is_measured_for_what_a_candidate_has(farm: Farm) -> None:
    variants = [*reversed(DEFINITION["variants"])]
    experiment_id = farm.launch(order="sequential", servers={"fresh": "round"}, variants=variants)
    while not sum(done(farm, experiment_id).values()):
        farm.step(experiment_id)
    refuse_two(farm)
    farm.work(experiment_id)
    experiment = farm.experiment(experiment_id)
    assert experiment["state"] == "finished"
    assert done(farm, experiment_id) == {("two", 1): 1, ("one", 1): 1, ("one", 2): 1}


def test_a_workload_without_candidates_is_measured_no_further(farm: Farm) -> None:
    """Its baseline and control neither: nothing would be compared with them."""
    workloads = [DEFINITION["workloads"][0] | {"name": name} for name in ("fits", "ends")]

    def refuse(report: dict[str, Any]) -> dict[str, Any]:
        job = next(job for job in rows(experiment_id)[1] if job.id == report["job_id"])
        if names[job.run_id] == "two · ends":
            report["failure"] = {"code": "warm_up_failed", "message": "the load tool ended"}
        return report

    farm.answers["warm"] = refuse
    experiment_id = farm.launch(workloads=workloads, control=True, servers={"fresh": "round"})
    names: dict[str | None, str] = {r["id"]: r["name"] for r in farm.experiment(experiment_id)["run_list"]}
    farm.work(experiment_id)
    prepared = [job.work["setups"] for job in rows(experiment_id)[1] if job.purpose == "prepare_proxy"]
    assert len(prepared[-1]) == 3  # in the last round nobody prepares its servers
    experiment = farm.experiment(experiment_id)
    assert experiment["state"] == "finished"
    reasons = {run["name"]: run["failure"]["message"] for run in experiment["run_list"] if run["failure"]}
    assert reasons == {
        "one · ends": "nothing is left to compare under “ends”",
        "two · ends": "the load tool ended",
        "control (A/A) · ends": "nothing is left to compare under “ends”",
    }
    measured = [names[t["run_id"]] for t in farm.trials(experiment_id) if t["state"] == "done"]
    assert sorted(measured) == sorted(2 * [name for name in names.values() if name.endswith("fits")])
    assert len(measured) == 6


def test_where_the_own_server_of_a_user_is_away_the_same_is_launched_again(farm: Farm) -> None:
    """Only there: a server that Dynoboard started and that does not answer needs another definition."""
    away = {"code": "target_unreachable", "message": "http://10.0.0.9:80/ does not answer: refused"}
    farm.answers["warm"] = lambda report: {"job_id": report["job_id"], "failure": away}
    farm.enrol("proxy", origins=["10.0.0.9:80"])
    expected = {
        "10.0.0.9:80": ("Launch again", "The server at origin.address has to answer again."),
        "": ("Change and measure", "Change what failed."),
    }
    for address, step in expected.items():
        common = {"origin.address": address} if address else {}
        experiment_id = farm.launch(set=common)
        farm.work(experiment_id)
        assert farm.experiment(experiment_id)["failure"]["code"] == "baseline_failed"
        assert next_step(farm.experiment(experiment_id)) == step


def test_where_the_proxy_answers_for_servers_that_are_away_these_have_to_come_back(farm: Farm) -> None:
    def answer_502(report: dict[str, Any]) -> dict[str, Any]:
        report["load"]["figures"]["failed_requests"] = report["load"]["figures"]["requests"]
        report["load"]["probe"]["status"] = 502
        return report

    farm.answers["measure"] = answer_502
    farm.enrol("proxy", origins=["10.0.0.9:80"])
    experiment_id = farm.launch(trials=1, set={"origin.address": "10.0.0.9:80"})
    farm.work(experiment_id)
    expected = ("Launch again", "The server at origin.address has to answer again.")
    assert next_step(farm.experiment(experiment_id)) == expected


def test_a_report_says_of_a_run_that_failed_that_it_was_not_measured(farm: Farm) -> None:
    refuse_two(farm)
    experiment_id = farm.launch(variants=[*DEFINITION["variants"], THREE])
    farm.work(experiment_id)
    text = farm.client.get(f"/api/v1/experiments/{experiment_id}/export.md").text
    row = next(line for line in text.splitlines() if "| two" in line)
    assert "not measured" in row, row
    assert "unknown directive “x”" in row
    assert "nothing to compare" not in text


def test_a_missing_tool_is_installed_and_the_same_launched_again(farm: Farm) -> None:
    missing = {"code": "tool_missing", "message": "nginx is not installed"}
    refuse_two(farm, missing)
    experiment_id = farm.launch()
    farm.work(experiment_id)
    expected = ("Launch again", "Install what is missing first.")
    assert next_step(farm.experiment(experiment_id)) == expected


def test_every_reason_is_told_once_with_its_variants(farm: Farm) -> None:
    """In the headline, and where no trial of all counts in the failure."""
    variants = [*DEFINITION["variants"], THREE]
    refuse_two(farm)

    def lose_others(report: dict[str, Any]) -> dict[str, Any]:
        job = next(job for job in rows(experiment_id)[1] if job.id == report["job_id"])
        if job.run_id in lost_ids:
            report["load"]["figures"]["failed_requests"] = 17.0
        return report

    farm.answers["measure"] = lose_others
    cases = (
        ({"three"}, "finished", True),
        ({"three"}, "finished", False),
        ({"one", "three"}, "failed", False),
    )
    for lost_names, state, control in cases:
        experiment_id = farm.launch(trials=1, variants=variants, control=control)
        runs = farm.experiment(experiment_id)["run_list"]
        lost_ids = {run["id"] for run in runs if run["name"] in lost_names}
        farm.work(experiment_id)
        experiment = farm.experiment(experiment_id)
        assert experiment["state"] == state
        sentence = experiment["headline"]["sentence"]
        assert experiment["headline"]["delta"] is None
        assert "two: unknown directive “x”" in sentence
        assert f"{', '.join(sorted(lost_names))}: 17 " in sentence.replace("three, one", "one, three")
        assert next_step(experiment)[0] == "Change and measure"


def test_where_every_variant_answers_errors_in_all_rounds_the_headline_says_why(farm: Farm) -> None:
    """That they fail more than the baseline is clear of chance by then."""

    def fail(report: dict[str, Any]) -> dict[str, Any]:
        job = next(job for job in rows(experiment_id)[1] if job.id == report["job_id"])
        if job.run_id in failing_ids:
            report["load"]["figures"]["failed_requests"] = report["load"]["figures"]["requests"]
        return report

    farm.answers["measure"] = fail
    experiment_id = farm.launch(trials=8, control=True, servers={"fresh": "round"})
    runs = farm.experiment(experiment_id)["run_list"]
    failing_ids = {run["id"] for run in runs if run["name"] == "two"}
    farm.work(experiment_id)
    experiment = farm.experiment(experiment_id)
    sentence = experiment["headline"]["sentence"]
    assert "No variant has valid trials to compare: two: " in sentence
    assert "requests failed" in sentence
    assert next_step(experiment)[0] == "Change and measure"
