"""Each rule of validity with the cause that it is there for."""

from typing import Any

from agents.contract.reports import LoadReport, Window
from agents.contract.workload import Workload
from backend.experiments.schemas import Finding
from backend.experiments.validity import judge, machines

WORKLOAD = Workload(threads=2, connections=64, duration_s=10)  # pyright: ignore[reportCallIssue]
GOOD: dict[str, float | None] = {"requests": 250_000.0, "requests_per_s": 25_000.0, "failed_requests": 0.0}
APART = {"load": "m1", "proxy": "m2"}
ONE = {"load": "m1", "proxy": "m1", "backend": "m1"}


def load(errors: dict[str, int | None] | None = None, **figures: float | None) -> LoadReport:
    return LoadReport(
        argv=["wrk"],
        version="4.1.0",
        exit_code=0,
        stdout="",
        stderr="",
        started_at=0.0,
        ended_at=10.0,
        figures=GOOD | figures,
        errors=errors or {},
    )


def window(cores: list[float], own: dict[str, float], **changes: Any) -> Window:
    return Window(seconds=10.0, cores=cores, own_cpu_s=own, **changes)


def quiet() -> dict[str, Window]:
    """Two machines with 4 CPUs; what is busy is the load tool or the proxy."""
    return {
        "load": window([0.6, 0.6, 0.0, 0.1], {"load": 12.0}),
        "proxy": window([0.9, 0.9, 0.0, 0.0], {"p": 17.5}),
    }


def found(
    report: LoadReport | None = None,
    windows: dict[str, Window] | None = None,
    machine_of: dict[str, str] | None = None,
    **more: Any,
) -> dict[str, Finding]:
    findings = judge(
        report or load(), WORKLOAD, quiet() if windows is None else windows, machine_of or APART, **more
    )
    return {f.code: f for f in findings}


def test_a_quiet_trial_has_no_finding() -> None:
    assert found() == {}


def test_answers_like_404_make_a_trial_invalid() -> None:
    finding = found(load(failed_requests=1234.0))["failed_requests"]
    assert (finding.level, finding.value) == ("invalid", 1234.0)
    assert "1,234 of 250,000 requests failed" in finding.message


def test_refused_connections_make_a_trial_invalid() -> None:
    finding = found(load({"connect": 7, "read": 0, "timeout": None}))["connections"]
    assert finding.level == "invalid"
    assert finding.message == "7 of 64 connections could not be opened"


def test_a_server_that_hangs_makes_a_trial_invalid() -> None:
    for requests in (0.0, None):
        assert found(load(requests=requests))["no_request"].level == "invalid"


def test_a_load_tool_that_has_all_its_cpu_can_use_is_suspected() -> None:
    finding = found(windows=quiet() | {"load": window([1.0, 1.0, 0.0, 0.0], {"load": 19.8})})[
        "generator_limited"
    ]
    assert (finding.level, finding.value) == ("suspect", 0.99)
    assert "99% of the 2 CPUs that its 2 threads can use" in finding.message


def test_a_load_tool_pinned_to_fewer_cpus_than_threads_is_judged_by_those() -> None:
    pinned = quiet() | {"load": window([0.98, 0.0, 0.0, 0.0], {"load": 9.8})}
    assert found(windows=pinned) == {}
    finding = found(windows=pinned, load_cpus=1)["generator_limited"]
    assert "98% of the 1 CPU that its 2 threads can use" in finding.message


def test_a_load_tool_on_a_small_machine_is_judged_by_its_cpus() -> None:
    small = quiet() | {"load": window([0.99], {"load": 9.7})}
    assert found(windows=small)["generator_limited"].value == 0.97


def test_a_neighbour_that_works_is_named_with_its_machine() -> None:
    busy = quiet() | {"proxy": window([0.9, 0.9, 0.6, 0.0], {"p": 17.5})}
    findings = found(windows=busy)
    assert list(findings) == ["other_cpu"]
    assert findings["other_cpu"].message == "other processes used 16% of the CPU on proxy"


def test_time_that_the_hypervisor_took_is_suspect() -> None:
    slow = quiet() | {"load": window([0.6, 0.6, 0.0, 0.0], {"load": 12.0}, steal=0.034)}
    assert found(windows=slow)["steal"].message == "the hypervisor took 3.4% of the CPU from load"


def test_a_short_backlog_shows_as_overflow() -> None:
    full = quiet() | {"proxy": window([0.9, 0.9, 0.0, 0.0], {"p": 17.5}, listen_overflows=1500.0)}
    assert found(windows=full)["listen_overflow"].message == (
        "the accept queue on proxy overflowed 1,500 times"
    )


def test_hosts_that_are_one_machine_are_not_each_others_neighbours() -> None:
    """Three agents on two CPUs see the same busy CPUs; only together do they know whose work it is."""
    seen = {"load": {"load": 6.0}, "proxy": {"p": 9.0}, "backend": {"b": 4.6}}
    windows = {name: window([1.0, 1.0], own, listen_overflows=3.0) for name, own in seen.items()}
    assert set(found(windows=windows, machine_of=ONE)) == {"listen_overflow"}
    (machine,) = machines(windows, ONE)
    assert machine.name == "load = proxy = backend"
    assert (machine.cpu_capacity_s, machine.busy_s, machine.own_s) == (20.0, 20.0, 19.6)
    apart = {"load": "m1", "proxy": "m2", "backend": "m3"}
    assert "other_cpu" in found(windows=windows, machine_of=apart)


def test_a_trial_without_windows_is_judged_by_its_figures() -> None:
    assert found(windows={}) == {}
    assert set(found(load(failed_requests=1.0), windows={})) == {"failed_requests"}
