"""What a host may say about a job, and every way to say more that was thought of."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from pydantic import TypeAdapter

from agents.contract.jobs import Work
from agents.contract.reports import Report
from backend.execution.jobs.plain_values import ReportError
from backend.execution.jobs.report_checks import PARTS, JobOrder, check_report

ADDRESS, PORTS = "10.0.0.2", (21000, 21999)
SETUP = {"key": "run-proxy-1", "role": "proxy", "conf": "# __STATUS__"}
SETTING = {"kind": "sysctl", "name": "net.core.somaxconn", "value": "1024"}
WORKLOAD = {"tool": "wrk", "connections": 4, "duration_s": 1}
JOBS: Mapping[str, dict[str, Any]] = {
    "prepare": {"setups": [SETUP]},
    "apply": {"settings": [SETTING], "setups": ["run-proxy-1"]},
    "check": {"setups": [SETUP]},
    "restore": {},
    "facts": {},
    "cool": {"max_s": 1},
    "watch": {"trial_id": "t", "watch": ["run-proxy-1"], "max_s": 1},
    "measure": {"trial_id": "t", "target": "http://10.0.0.2:21000", "workload": WORKLOAD, "watch": []},
    "finish": {"job_id": "abcdefgh"},
    "cancel": {"job_ids": []},
}
PREPARED = {"key": "run-proxy-1", "urls": ["http://10.0.0.2:21000"], "version": "nginx/1.22.1"}
LOAD = {
    "argv": ["wrk"], "version": "4.1.0", "exit_code": 0, "stdout": "", "stderr": "",
    "started_at": 1.7e9, "ended_at": 1.7e9, "figures": {"requests_per_s": 1.0},
}  # fmt: skip
KEY = "run-proxy-1"
WORKER = {"pid": 7, "cpu_s": 0.1, "waited_s": 0.0, "connections": 4}
THREADS = {"seconds": 1.0, "cpu_s": [0.9], "waited_s": [0.0]}
WINDOW = {
    "seconds": 1.0, "cores": [0.5], "own_cpu_s": {KEY: 0.1}, "softirqs": [0.1], "pressure": {"io": 0.2},
    "servers": {KEY: {"workers": [WORKER], "accepted": 4.0, "in_progress": 2.0, "accept_queue": 1}},
    "devices": [{"name": "eth0", "bits_per_s": 1e9}], "disks": [{"name": "vda", "busy": 0.1}],
}  # fmt: skip
GENERATOR = {"started_at": 1.7e9, "ended_at": 1.7e9, "cpu_s": 1, "threads": 1, "connections": 4}
OF_LOAD = WINDOW | {"own_cpu_s": {"load": 1.0}, "servers": {}}
PORTS_SEEN = {"range": 1, "in_use": 0, "time_wait": 0}
FACTS = {
    "hostname": "h", "machine": "m", "os": "Debian", "kernel": "6", "cpu_model": "c", "cpus": 2,
    "online_cpus": "0-1", "memory_bytes": 1, "nofile": 1, "is_root": True,
}  # fmt: skip
LEFT = {"setting": SETTING, "before": "1", "now": "2", "reason": "x"}
GIVEN: Mapping[str, Any] = {
    "setups": [PREPARED],
    "load": LOAD,
    "window": WINDOW,
    "cooled": {"waited_s": 1.0, "before": PORTS_SEEN, "after": PORTS_SEEN},
    "condition": "applied",
    "unrestored_settings": [LEFT],
    "applied": [{"setting": SETTING, "before": "1", "now": "1024"}],
    "facts": FACTS,
    "diagnostic": {"missing": "perf is not installed here"},
}
OWN = {
    "check": {"setups": [PREPARED | {"urls": []}]},
    "measure": {"window": OF_LOAD | {"load_threads": THREADS}},
}


def check(
    kind: str,
    parts: Mapping[str, Any],
    address: str = ADDRESS,
    listening: Mapping[str, Sequence[str]] | None = None,
    **work: Any,
) -> None:
    asked = JobOrder(
        TypeAdapter(Work).validate_python({"kind": kind, **JOBS[kind], **work}),
        address,
        PORTS,
        {"run-proxy-1": PREPARED["urls"]} if listening is None else listening,
    )
    check_report(Report.model_validate({"job_id": "abcdefgh", **parts}), asked)


def given(kind: str, *parts: str) -> dict[str, Any]:
    return {part: OWN.get(kind, {}).get(part, GIVEN[part]) for part in parts}


@pytest.mark.parametrize("kind", JOBS)
def test_what_a_job_asks_for_is_taken(kind: str) -> None:
    check(kind, given(kind, *PARTS[kind]))
    check(kind, {"failure": {"code": "cancelled", "message": "The job was cancelled"}})


@pytest.mark.parametrize("kind", JOBS)
@pytest.mark.parametrize("part", GIVEN)
def test_a_part_that_a_job_does_not_give_is_refused(kind: str, part: str) -> None:
    if part in PARTS[kind]:
        return
    with pytest.raises(ReportError, match=r"gives none|not a setup of this job") as found:
        check(kind, given(kind, part))
    assert found.value.place.startswith(part)


ELSEWHERE = [
    "http://10.0.0.3:21000",
    "http://127.0.0.1:6379",
    "http://10.0.0.2:20999",
    "http://10.0.0.2:22000",
    "http://10.0.0.2:021000",
    "http://10.0.0.2:21000/",
    "http://10.0.0.2:21000/../",
    "http://10.0.0.2:21000 ",
    "http://10.0.0.2:21000\n",
    "http://10.0.0.2:21000; # __STATUS__",
    "http://10.0.0.2:21000;} server{listen 1;}",
    "http://x@10.0.0.2:21000",
    "http://10.0.0.2@evil:21000",
    "http://10.0.0.2.evil:21000",
    "http://10.0.0.2:21000#",
    "http://10.0.0.2:２１０００",
    "HTTP://10.0.0.2:21000",
    "https://10.0.0.2:21000",
    "unix:/run/redis.sock",
    "10.0.0.2:21000",
    "http://__LISTEN__",
    "# __STATUS__",
    "",
]


@pytest.mark.parametrize("url", ELSEWHERE)
def test_a_server_listens_on_its_own_host_and_in_its_range_only(url: str) -> None:
    with pytest.raises(ReportError) as found:
        check("prepare", {"setups": [PREPARED | {"urls": [url]}]})
    assert found.value.place == "setups[0].urls[0]"


def test_addresses_fit_the_setup() -> None:
    check(
        "prepare",
        {"setups": [PREPARED | {"urls": ["https://10.0.0.2:21000"]}]},
        setups=[SETUP | {"tls": "rsa2048"}],
    )
    check("prepare", {"setups": [PREPARED | {"urls": ["http://[fd00::2]:21000"]}]}, address="fd00::2")
    two = ["http://10.0.0.2:21000", "http://10.0.0.2:21001"]
    check("prepare", {"setups": [PREPARED | {"urls": two}]}, setups=[SETUP | {"instances": 2}])
    for urls, said in (
        (two[:1], "1 addresses for 2"),
        (two[:1] * 2, "listen on one port"),
        ([], "0 addresses"),
    ):
        with pytest.raises(ReportError, match=said):
            check("prepare", {"setups": [PREPARED | {"urls": urls}]}, setups=[SETUP | {"instances": 2}])
    failed = {"failure": {"code": "nginx_test", "message": "no"}}
    check("prepare", {"setups": [{"key": "run-proxy-1", **failed}]})
    with pytest.raises(ReportError, match="nothing listens"):
        check("prepare", {"setups": [PREPARED | failed]})


def test_a_restarted_server_stays_where_it_was() -> None:
    with pytest.raises(ReportError, match="stays on the ports"):
        check("apply", {"setups": [PREPARED | {"urls": ["http://10.0.0.2:21001"]}]})
    check("apply", {"setups": [PREPARED]}, listening={})
    with pytest.raises(ReportError, match="not an address of this host"):
        check("apply", {"setups": [PREPARED | {"urls": ["http://10.0.0.3:21001"]}]}, listening={})


def watched(**counts: Any) -> dict[str, Any]:
    return {"window": WINDOW | {"servers": {KEY: counts}}}


TWICE = [PREPARED, PREPARED]
OTHER = SETTING | {"name": "net.ipv4.ip_forward"}
BAD: list[tuple[str, dict[str, Any], str]] = [
    ("prepare", {"setups": [PREPARED | {"key": "other"}]}, "setups[0].key"),
    ("prepare", {"setups": TWICE}, "setups[1].key"),
    ("prepare", {"setups": [PREPARED | {"version": "x" * 121}]}, "setups[0].version"),
    ("prepare", {"setups": [PREPARED | {"version": "1\n2"}]}, "setups[0].version"),
    ("prepare", {"setups": [PREPARED | {"conf": "x" * 4_000_001}]}, "setups[0].conf"),
    ("prepare", {"setups": [PREPARED | {"workers": [{"pid": -1, "cpus": "0"}]}]}, "setups[0].workers[0]"),
    ("prepare", {"setups": [PREPARED | {"workers": [{"pid": 1, "cpus": "a"}]}]}, "setups[0].workers[0]"),
    ("prepare", {"setups": [PREPARED | {"effective": {"a b": "1"}}]}, "setups[0].effective"),
    ("apply", {"applied": [{"setting": OTHER, "before": "0", "now": "1"}]}, "applied[0].setting"),
    ("measure", {"failure": {"code": "a b", "message": ""}}, "failure.code"),
    ("measure", {"failure": {"code": "a", "message": "x" * 4001}}, "failure.message"),
    ("measure", {"failure": {"code": "a", "message": "", "log": "x" * 100_001}}, "failure.log"),
    ("measure", {"load": LOAD | {"stdout": "x" * 1_000_001}}, "load.stdout"),
    ("measure", {"load": LOAD | {"version": "x" * 121}}, "load.version"),
    ("measure", {"load": LOAD | {"started_at": 1e300}}, "load.started_at"),
    ("measure", {"load": LOAD | {"ended_at": -1.0}}, "load.ended_at"),
    ("measure", {"load": LOAD | {"exit_code": 10**12}}, "load.exit_code"),
    ("measure", {"load": LOAD | {"figures": {"requests": float("nan")}}}, "load.figures.requests"),
    ("measure", {"load": LOAD | {"figures": {"requests_per_s": -1.0}}}, "load.figures.requests_per_s"),
    ("measure", {"load": LOAD | {"figures": {"<b>": 1.0}}}, "load.figures"),
    ("measure", {"load": LOAD | {"argv": ["x"] * 501}}, "load.argv"),
    ("measure", {"window": WINDOW}, "window.own_cpu_s"),
    ("watch", {"window": WINDOW | {"own_cpu_s": {"load": 1.0}}}, "window.own_cpu_s"),
    ("watch", {"window": WINDOW | {"seconds": float("inf")}}, "window.seconds"),
    ("watch", {"window": WINDOW | {"cores": [2.0]}}, "window.cores[0]"),
    ("watch", {"window": WINDOW | {"cores": [0.1] * 8193}}, "window.cores"),
    ("watch", {"window": WINDOW | {"measured_cpus": "$(x)"}}, "window.measured_cpus"),
    ("watch", {"window": WINDOW | {"softirqs": [2.0]}}, "window.softirqs[0]"),
    ("watch", {"window": WINDOW | {"pressure": {"<b>": 1.0}}}, "window.pressure"),
    ("watch", {"window": WINDOW | {"kernel_counts": {"growths": {"<b>": 1.0}}}}, "window.kernel_counts"),
    ("watch", {"window": WINDOW | {"kernel_counts": {"growths": {"A.B": -1}}}}, "window.kernel_counts.A.B"),
    ("watch", {"window": WINDOW | {"kernel_counts": {"tls": -1}}}, "window.kernel_counts.tls"),
    ("watch", {"window": WINDOW | {"pressure": {"io": -1.0}}}, "window.pressure.io"),
    ("watch", {"window": WINDOW | {"servers": {"other": {}}}}, "window.servers"),
    ("watch", watched(accepted=-1.0), f"window.servers.{KEY}.accepted"),
    ("watch", watched(memory={"end_bytes": -1}), f"window.servers.{KEY}.memory.end_bytes"),
    ("watch", watched(memory={"end_bytes": 0}), f"window.servers.{KEY}.memory.end_bytes"),
    ("watch", watched(memory={"idle_bytes": 2**60}), f"window.servers.{KEY}.memory.idle_bytes"),
    ("watch", watched(memory={"peak_bytes": -(2**60)}), f"window.servers.{KEY}.memory.peak_bytes"),
    ("watch", watched(memory={"connections": 2**40}), f"window.servers.{KEY}.memory.connections"),
    ("watch", {"window": WINDOW | {"kernel_counts": {"socket_bytes": -1}}}, "window.kernel_counts.socket"),
    ("watch", watched(workers=[WORKER] * 257), f"window.servers.{KEY}.workers"),
    ("watch", watched(workers=[WORKER | {"cpu_s": -1}]), f"window.servers.{KEY}.workers[0]"),
    ("watch", {"window": WINDOW | {"load_threads": THREADS}}, "window.load_threads"),
    ("measure", {"window": OF_LOAD | {"load_threads": THREADS | {"waited_s": []}}}, "window.load_threads"),
    ("measure", {"window": OF_LOAD | {"load_threads": THREADS | {"cpu_s": [1e9]}}}, "window.load_threads"),
    ("measure", {"window": OF_LOAD | {"load_threads": THREADS | {"ages_s": [1, 2]}}}, "window.load_threads"),
    ("measure", {"window": OF_LOAD | {"load_threads": THREADS | {"ages_s": [-1]}}}, "window.load_threads"),
    ("watch", {"window": WINDOW | {"generators": [GENERATOR]}}, "window.generators"),
    ("measure", {"window": OF_LOAD | {"generators": [GENERATOR] * 65}}, "window.generators"),
    ("measure", {"load": LOAD, "window": OF_LOAD | {"generators": [GENERATOR]}}, "window.generators"),
    *[
        ("measure", {"window": OF_LOAD | {"generators": [GENERATOR | wrong]}}, f"window.generators[0]{place}")
        for wrong, place in (
            ({"cpu_s": -1}, ".cpu_s"),
            ({"started_at": 1e300}, ""),
            ({"cpus": "0; rm -r /"}, ".cpus"),
            ({"figures": {"<b>": 1}}, ".figures"),
            ({"figures": {"requests": -1}}, ".figures.requests"),
        )
    ],
    ("watch", {"window": WINDOW | {"devices": [{"name": "eth 0"}]}}, "window.devices[0].name"),
    ("watch", {"window": WINDOW | {"devices": [{"name": "e"}] * 9}}, "window.devices"),
    ("watch", {"window": WINDOW | {"devices": [{"name": "e", "rx_bytes": -1}]}}, "window.devices[0]"),
    ("watch", {"window": WINDOW | {"disks": [{"name": "vda", "busy": 2}]}}, "window.disks[0].busy"),
    ("facts", {"facts": FACTS | {"more": {"x": float("nan")}}}, "facts.more.x"),
    ("facts", {"facts": FACTS | {"more": {"x": "y" * 100_001}}}, "facts.more.x"),
    ("facts", {"facts": FACTS | {"more": {"x" * 301: 1}}}, "facts.more"),
    ("facts", {"facts": FACTS | {"more": {"x": [[[[[[[[[[[1]]]]]]]]]]]}}}, "facts.more.x"),
    ("restore", {"unrestored_settings": [LEFT | {"reason": "x" * 100_001}]}, "unrestored_settings[0].reason"),
]  # fmt: skip


@pytest.mark.parametrize("size", [float("nan"), float("inf"), 0.5, "<b>", "1e999", [1], {}])
def test_memory_that_is_no_number_of_bytes_is_no_report(size: object) -> None:
    with pytest.raises(ValueError, match="end_bytes"):
        Report.model_validate({"job_id": "abcdefgh", **watched(memory={"end_bytes": size})})


@pytest.mark.parametrize(("kind", "parts", "place"), BAD, ids=[f"{kind} {place}" for kind, _, place in BAD])
def test_values_that_no_job_comes_to_are_refused_by_their_field(
    kind: str, parts: dict[str, Any], place: str
) -> None:
    with pytest.raises(ReportError) as found:
        check(kind, parts)
    assert found.value.place.startswith(place)
