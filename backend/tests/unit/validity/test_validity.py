"""Each rule of validity with the cause that it is there for."""

from typing import Any

import pytest

from agents.contract.crowding import Ports, Tracked
from agents.contract.jobs import Setting
from agents.contract.probe import Probe
from agents.contract.reports import AppliedSetting, Clock, LoadReport, ProcessTime, Window
from agents.contract.workload import Workload
from backend.validity import RULES, Expected, crowded_hosts, judge, machines
from backend.validity.document import TARGET, page
from backend.validity.finding import Finding

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


def test_requests_without_an_answer_count_among_all_of_them() -> None:
    finding = found(load({"read": 3000, "status": 10}, requests=2000.0, failed_requests=3010.0))
    assert "3,010 of 5,000 requests failed" in finding["failed_requests"].message


def test_refused_connections_make_a_trial_invalid() -> None:
    finding = found(load({"connect": 7, "read": 0, "timeout": None}))["connections"]
    assert finding.level == "invalid"
    assert finding.message == "7 of 64 connections could not be opened"


def test_a_server_that_hangs_makes_a_trial_invalid() -> None:
    for requests in (0.0, None):
        finding = found(load(requests=requests))["no_request"]
        assert finding.level == "invalid"
        assert finding.message == f"not one request was answered in {WORKLOAD.duration_s} s"


def test_many_connections_that_were_only_opened_are_told_apart_from_a_server_that_hangs() -> None:
    many = WORKLOAD.model_copy(update={"connections": 19_800, "duration_s": 5})
    findings = {f.code: f for f in judge(load(requests=0.0), many, quiet(), APART)}
    assert "in 5 s: opening 19800 connections can take longer" in findings["no_request"].message


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


def test_the_page_of_all_rules_is_fresh() -> None:
    assert TARGET.read_text("utf-8") == page(), "run: python -m backend.validity.document"


def test_every_rule_says_what_it_is_for() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert all((rule.title, rule.sentence.endswith("."), rule.limit, rule.explanation)), rule.code


def test_a_definition_may_allow_some_failures() -> None:
    few = load(failed_requests=2500.0)  # 1%
    assert found(few, allowed_failures=0.01) == {}
    finding = found(few, allowed_failures=0.005)["failed_requests"]
    assert finding.threshold == 1250
    assert finding.message.endswith("(allowed: 0.5%)")


def test_who_used_the_cpu_is_named_without_those_of_other_agents() -> None:
    """The load host's agent sees nginx of the proxy's agent as a stranger; together they know better."""
    others = [
        ProcessTime(name="nginx", session=9, cpu_s=9.0),
        ProcessTime(name="postgres", session=5, cpu_s=1.5),
        ProcessTime(name="postgres", session=6, cpu_s=0.5),
        ProcessTime(name="python agents.runner", session=7, cpu_s=0.2),
    ]
    windows = {
        "load": window([1.0, 1.0], {"load": 6.0}, others=others, own_sessions=[8]),
        "proxy": window([1.0, 1.0], {"p": 9.0}, own_sessions=[9]),
    }
    finding = found(windows=windows, machine_of=ONE)["other_cpu"]
    assert finding.message == (
        "other processes used 25% of the CPU on load = proxy: postgres 10%, python agents.runner 1%"
    )


@pytest.mark.parametrize(
    ("readers", "names"),
    [
        (0, "Dynoboard's own server 12%, postgres 5%"),
        (1, "Dynoboard's own server, for 1 open page, 12%, postgres 5%"),
        (3, "Dynoboard's own server, for 3 open pages, 12%, postgres 5%"),
    ],
)
def test_what_readers_cost_is_named_as_theirs(readers: int, names: str) -> None:
    others = [
        ProcessTime(name="postgres", session=5, cpu_s=1.6, of_server=True),
        ProcessTime(name="postgres", session=6, cpu_s=1.0),  # somebody else's
        ProcessTime(name="python backend", session=7, cpu_s=0.8, of_server=True),
    ]
    windows = {
        "load": window([1.0, 1.0], {"load": 6.0}, others=others, own_sessions=[8]),
        "proxy": window([1.0, 1.0], {"p": 9.0}, own_sessions=[9]),
    }
    finding = found(windows=windows, machine_of=ONE, readers=readers)["other_cpu"]
    assert finding.message == f"other processes used 25% of the CPU on load = proxy: {names}"


def test_interrupts_are_nobodys_cpu() -> None:
    """20% of each CPU is the kernel at work for the traffic; no process was charged for it."""
    windows = {"load": window([0.8, 0.8], {"load": 12.0}, kernel=[0.2, 0.2], own_sessions=[8])}
    assert found(windows=windows) == {}


def test_only_the_cpus_that_the_experiment_may_use_are_looked_at() -> None:
    pinned = window([0.6, 1.0], {"load": 5.9}, measured_cpus="0")
    assert found(windows={"load": pinned}, load_cpus=1) == {}
    assert "other_cpu" in found(windows={"load": window([0.6, 1.0], {"load": 5.9})}, load_cpus=1)


def test_syn_cookies_and_drops_are_suspect() -> None:
    full = quiet() | {"proxy": window([0.9, 0.9, 0, 0], {"p": 17.5}, listen_drops=3.0, syn_cookies=1.0)}
    findings = found(windows=full)
    assert findings["listen_overflow"].message == "proxy dropped connection requests 3 times"
    assert findings["syn_cookies"].message == "proxy answered with 1 SYN cookie: it took the load for a flood"


def test_ports_taken_by_the_trial_before_are_suspect() -> None:
    ports = Ports(range=28232, in_use=15000)
    busy = window([0.6, 0.6, 0.0, 0.1], {"load": 12.0}, ports=ports, ports_after=ports)
    assert found(windows=quiet() | {"load": busy})["ports"].message == (
        "53% of the ports on load were taken towards one address when the trial began"
    )
    assert crowded_hosts({"h1": busy, "h2": quiet()["proxy"]}) == {"h1"}


def with_tracked(before: int, after: int) -> Window:
    first, last = (Ports(range=28232, tracked=Tracked(count=n, most=1000)) for n in (before, after))
    return window([0.6, 0.6, 0.0, 0.1], {"load": 12.0}, ports=first, ports_after=last)


def test_a_full_table_of_netfilter_is_suspect_and_waited_for() -> None:
    def said(before: int, after: int) -> str | None:
        finding = found(windows=quiet() | {"load": with_tracked(before, after)}).get("conntrack")
        return finding and finding.message

    assert said(100, 989) is None
    assert said(100, 1000) == "netfilter’s table of connections on load was full when the trial ended"
    assert said(990, 900) == "netfilter’s table of connections on load was full when the trial began"
    assert [crowded_hosts({"h1": with_tracked(0, after)}) for after in (989, 990)] == [set(), {"h1"}]


def test_free_ports_are_fine() -> None:
    ports = Ports(range=28232, in_use=100, time_wait=90_000)  # a server's
    assert found(windows={"load": window([0.6], {"load": 6.0}, ports=ports, ports_after=ports)}) == {}


def probe(size: int, digest: str, **more: Any) -> Probe:
    return Probe(status=200, bytes=size, sha256=digest, **more)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (probe(615, "b"), "the answer has 615 bytes instead of the 732 that “default” was given"),
        (probe(732, "b"), "the answer is not the one of as many bytes (732) that “default” was given"),
        (probe(732, "a"), None),
        (probe(615, "b", steady=False), None),
    ],
)
def test_another_page_is_another_measurement(answer: Probe, said: str | None) -> None:
    report = load().model_copy(update={"probe": answer})
    findings = found(report, reference=Expected("default", probe(732, "a")))
    assert [f.message for f in findings.values()] == ([said] if said else [])


def test_a_setting_that_no_longer_holds_makes_a_trial_invalid() -> None:
    asked = Setting(kind="sysctl", name="net.core.somaxconn", value="65535")
    changed = [AppliedSetting(setting=asked, before="4096", now="128")]
    touched = quiet() | {"proxy": window([0.9, 0.9, 0, 0], {"p": 17.5}, changed=changed)}
    finding = found(windows=touched)["settings_changed"]
    assert finding.level == "invalid"
    assert "net.core.somaxconn on proxy was 128 instead of 65535" in finding.message


def test_another_boot_makes_a_trial_invalid() -> None:
    rebooted = quiet() | {"proxy": window([0.9, 0.9, 0, 0], {"p": 17.5}, boot_id="b2")}
    assert found(windows=rebooted, boots={"proxy": "b2"}) == {}
    assert found(windows=rebooted, boots={"proxy": "b1"})["host_restarted"].level == "invalid"


def test_a_server_that_was_started_anew_is_a_note() -> None:
    assert "server_renewed" not in found()
    finding = found(renewed_hosts=["proxy"])["server_renewed"]
    assert (finding.level, finding.message) == (
        "note",
        "nginx of proxy ended by itself before this trial and was started anew",
    )


def clocked(**clock: float) -> Window:
    return window([0.6, 0.6, 0.0, 0.1], {"load": 12.0}, clock=Clock(**clock))


def test_a_clock_that_is_set_during_a_trial_is_suspect() -> None:
    assert found(windows={"load": clocked(step_s=-0.0005)}) == {}
    finding = found(windows={"load": clocked(step_s=-1.5)})["clock_set"]
    assert finding.message == "the clock of load was set by 1,500 ms during the trial"


def test_clocks_that_differ_are_a_note_beyond_what_heartbeats_can_tell() -> None:
    windows = {"load": clocked(offset_s=0.1, round_trip_s=0.002)}
    assert found(windows=windows | {"proxy": clocked(offset_s=-2.1, round_trip_s=3.0)}) == {}
    finding = found(windows=windows | {"proxy": clocked(offset_s=-2.1, round_trip_s=0.002)})["clock_offset"]
    assert (finding.level, finding.message) == ("note", "the clocks of load and proxy are 2.2 s apart")


def test_a_short_run_is_a_note() -> None:
    finding = found(load().model_copy(update={"ended_at": 2.02}))["short"]
    assert (finding.level, finding.message) == ("note", "the load lasted 2.0 s; short runs spread more")
