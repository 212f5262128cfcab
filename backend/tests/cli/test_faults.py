"""A real stack, real wrk and nginx: agents, API and worker die in the middle of a trial."""

import re
import time
from contextlib import suppress
from typing import Any

import httpx
import psutil
import pytest

from agents.contract.states import ExperimentState
from backend.cli.embedded.process import wait_until
from backend.tests.cli.stack import Up, kill

pytestmark = pytest.mark.timeout(400)

PATIENCE_S = 120
# As long as a poll of the API on a busy machine takes many times over: a trial must be seen while it runs.
MEASURED_S = 12
PRINTED = {"wrk": r"Requests/sec:\s+([\d.]+)", "ab": r"Requests per second:\s+([\d.]+)"}


# The server that is killed answers slowly: load that keeps both cores busy would show nothing more.
SLOW: list[dict[str, Any]] = [{"name": "one", "set": {"origin.delay": "20ms"}}]


class Lab:
    """The stack, and what a person does with it; an API that is away for a moment is asked again."""

    def __init__(self, up: Up) -> None:
        self.up = up
        self._client = httpx.Client(
            base_url=f"{up.url}/api/v1", headers=up.bearer, trust_env=False, timeout=60
        )

    def get(self, path: str) -> Any:
        for _ in range(600):
            with suppress(httpx.TransportError):
                return self._client.get(path).raise_for_status().json()
            time.sleep(0.1)
        raise AssertionError(f"the API did not answer {path}")

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        answer = self._client.post(path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def launch(self, variants: list[dict[str, Any]], seconds: int, trials: int, **workload: Any) -> str:
        answer = self.try_to_launch(variants, seconds, trials, **workload)
        assert answer.is_success, answer.text
        return answer.json()["id"]

    def try_to_launch(
        self, variants: list[dict[str, Any]], seconds: int = 1, trials: int = 1, **workload: Any
    ) -> httpx.Response:
        base = {"name": "w", "tool": "wrk", "threads": 1, "connections": 8, "duration": f"{seconds}s"}
        definition = {
            "name": "faults",
            "workloads": [base | workload],
            "trials": trials,
            "control": False,
            "warmup": {"prepared": "1s", "trial": "0s"},
            "variants": variants,
            "baseline": variants[0]["name"],
        }
        return self._client.post("/experiments", json={"definition": definition})

    def trials(self, experiment: str) -> list[dict[str, Any]]:
        return self.get(f"/experiments/{experiment}/trials")

    def wait_end(self, experiment: str, within_s: float = PATIENCE_S) -> dict[str, Any]:
        def ended() -> bool:
            return ExperimentState(self.get(f"/experiments/{experiment}")["state"]).is_final

        wait_until(ended, "the end of the experiment", within_s)
        return self.get(f"/experiments/{experiment}")

    def wait_load(self, experiment: str) -> None:
        """Wait until the load tool of a trial (not of a warm-up) is connected: it sends requests."""

        def measuring() -> bool:
            state = ExperimentState(self.get(f"/experiments/{experiment}")["state"])
            assert not state.is_final, f"the experiment is {state}, and its load was not seen"
            is_measuring = any(trial["state"] == "measuring" for trial in self.trials(experiment))
            return is_measuring and any(is_connected(process) for process in self.running("wrk"))

        wait_until(measuring, "a trial", PATIENCE_S)

    def running(self, *names: str, words: str = "") -> list[psutil.Process]:
        found = []
        for process in psutil.Process(self.up.process.pid).children(recursive=True):
            with suppress(psutil.Error):
                if process.name() in names and words in " ".join(process.cmdline()):
                    found.append(process)
        return found

    def kill(self, words: str) -> None:
        killed = self.up.parts(words)
        assert killed
        kill(killed)

    def output(self, trial_id: str) -> str:
        return self.get(f"/trials/{trial_id}/output")["stdout"]


def is_connected(process: psutil.Process) -> bool:
    """Whether a process has a TCP connection; no when it has ended."""
    with suppress(psutil.Error):
        return any(each.status == psutil.CONN_ESTABLISHED for each in process.net_connections("tcp"))
    return False


@pytest.fixture
def lab(stack: Up) -> Lab:
    return Lab(stack)


@pytest.fixture(autouse=True)
def all_hosts_back(lab: Lab) -> None:
    wait_until(lab.up.ready, "all hosts", PATIENCE_S)


VARIANTS: list[dict[str, Any]] = [
    {"name": "off", "set": {"nginx.access_log": "off"}},
    {"name": "memory", "set": {"nginx.access_log": "memory"}},
    {"name": "disk", "set": {"nginx.access_log": "disk"}},
    {"name": "pinned", "set": {"pin.load": "0", "pin.proxy": "0", "pin.origin": "0"}},
    {"name": "two backends", "set": {"origin.instances": 2}},
    {"name": "direct", "topology": "direct"},
    {"name": "alone", "topology": "proxy_only", "set": {"nginx.worker_processes": 2}},
]


def _check_figures(lab: Lab, experiment: str, tool: str) -> None:
    """What is stored for a trial is what its tool printed."""
    for trial in lab.trials(experiment):
        assert trial["state"] in ("done", "invalid"), trial
        printed = re.search(PRINTED[tool], lab.output(trial["id"]))
        assert printed
        assert trial["figures"]["requests_per_s"] == float(printed[1])


@pytest.mark.exhaustive
def test_every_topology_log_target_and_pin_is_measured_for_real(lab: Lab) -> None:
    made = lab.launch(VARIANTS, seconds=1, trials=1)
    found = lab.wait_end(made)
    assert found["state"] == "finished", found["failure"]
    _check_figures(lab, made, "wrk")
    done = {t["run_id"] for t in lab.trials(made) if t["state"] == "done"}
    assert {r["name"] for r in found["run_list"] if r["id"] not in done} == set()
    assert lab.running("nginx", "wrk", "ab") == []


@pytest.mark.exhaustive
def test_ab_is_stored_as_printed(lab: Lab) -> None:
    made = lab.launch([{"name": "one"}], 1, 1, tool="ab")
    assert lab.wait_end(made)["state"] == "finished"
    _check_figures(lab, made, "ab")


@pytest.mark.exhaustive
def test_a_killed_agent_fails_its_trial_and_the_experiment_goes_on(lab: Lab) -> None:
    made = lab.launch(SLOW, seconds=10, trials=1)
    lab.wait_load(made)
    lab.kill("--roles proxy")
    wait_until(lambda: lab.trials(made)[0]["state"] == "failed", "the trial's failure", PATIENCE_S)
    assert lab.trials(made)[0]["failure"]["code"] in ("agent_restarted", "host_lost")
    assert lab.wait_end(made)["state"] == "finished"
    assert [(t["attempt"], t["state"]) for t in lab.trials(made)] == [(1, "failed"), (2, "done")]
    assert lab.running("nginx", "wrk") == []


@pytest.mark.exhaustive
def test_nginx_that_dies_alone_costs_one_trial(lab: Lab) -> None:
    made = lab.launch(SLOW, seconds=6, trials=2)
    lab.wait_load(made)
    masters = lab.running("nginx", words="master process")
    assert masters
    kill(masters)
    found = lab.wait_end(made)
    assert found["state"] == "finished", found["failure"]
    trials = lab.trials(made)
    assert sorted((t["attempt"], t["state"]) for t in trials) == [(1, "done"), (1, "failed"), (2, "done")]
    assert [t["failure"]["code"] for t in trials if t["failure"]] == ["nginx_died"]
    noted = [t["attempt"] for t in trials if any(f["code"] == "server_renewed" for f in t["findings"])]
    assert noted == [2]


@pytest.mark.exhaustive
def test_cancel_ends_the_load_long_before_its_time(lab: Lab) -> None:
    made = lab.launch(SLOW, seconds=60, trials=2)
    lab.wait_load(made)
    lab.post(f"/experiments/{made}/cancel")
    wait_until(lambda: not lab.running("wrk"), "the end of the load", 40)
    assert lab.wait_end(made)["state"] == "cancelled"
    assert {t["state"] for t in lab.trials(made)} == {"cancelled"}
    assert lab.running("nginx", "wrk") == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", ["backend.cli.server.idle_uvicorn backend.main:app", "worker.app worker"])
def test_api_and_worker_may_die_during_trials(lab: Lab, part: str) -> None:
    made = lab.launch(SLOW, seconds=MEASURED_S, trials=1)
    lab.wait_load(made)
    lab.kill(part)
    assert lab.wait_end(made)["state"] == "finished"
    (trial,) = lab.trials(made)
    assert (trial["attempt"], trial["state"]) == (1, "done")
    samples = lab.get(f"/runs/{trial['run_id']}/samples?trial={trial['id']}")
    assert len(samples["hosts"]) == 3
    for host in samples["hosts"]:
        assert host["times"] == sorted(set(host["times"]))
        assert len(host["times"]) >= 3  # more where a watch outlived the worker that should end it


@pytest.mark.exhaustive
def test_redis_may_die_during_a_trial(lab: Lab) -> None:
    made = lab.launch(SLOW, seconds=MEASURED_S, trials=2)
    lab.wait_load(made)
    servers = lab.running("redis-server", "valkey-server")
    assert servers
    kill(servers)
    assert lab.wait_end(made)["state"] == "finished"
    assert [t["state"] for t in lab.trials(made)][-1] == "done"
    assert lab.running("nginx", "wrk") == []
