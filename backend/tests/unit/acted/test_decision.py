"""Which settings of the staged list are told as never acted, by rules and by counters."""

import pytest

from backend.acted.observed import Counts
from backend.acted.settings import subject_of
from backend.acted.signs_of_run import SettingSign, is_idle, never_acted, sentence_of, signs_of_run
from backend.advice.rule import Subject
from backend.definition.parse import parse_definition
from backend.definition.variants import resolve_variants
from e2e.acted.cases import Case, staged_cases, staged_host

MIN_DEDUCED = 38
NOTHING = Counts()


def subject_of_case(case: Case) -> Subject:
    definition = parse_definition(case.definition())
    baseline, variant = resolve_variants(definition)
    facts = dict.fromkeys(("load", "proxy", "backend"), staged_host())
    return subject_of(
        variant.knobs,
        baseline.knobs,
        variant.topology,
        definition.workloads[0],
        facts,  # pyright: ignore
    )


def idle_settings(case: Case, run: Counts = NOTHING, baseline: Counts = NOTHING) -> set[str]:
    return {sign.setting for sign in never_acted(signs_of_run(subject_of_case(case), run, baseline))}


def test_most_settings_that_cannot_act_are_told_without_a_measurement() -> None:
    missing = [
        case.title
        for case in staged_cases()
        if case.kind == "cannot_act" and not set(case.told) <= idle_settings(case)
    ]
    assert len(missing) <= 40 - MIN_DEDUCED, missing


def test_no_setting_that_acts_is_told_as_idle() -> None:
    wrong = {case.title: idle_settings(case) for case in staged_cases() if case.kind == "act"}
    assert {title: settings for title, settings in wrong.items() if settings} == {}


def case_of(kind: str, told: str) -> Case:
    return next(c for c in staged_cases() if c.kind == kind and c.told == (told,))


@pytest.mark.parametrize(
    ("told", "run", "baseline", "sentence"),
    [
        (
            "ssl_conf_command",
            Counts(kernel_tls=0),
            NOTHING,
            "ssl_conf_command never acted: the kernel encrypted no connection: it needs its module tls",
        ),
        (
            "nginx.access_log_buffer",
            Counts(calls={}),
            Counts(calls={"write": 1.0}),
            "access_log_buffer never acted: access_log is off",
        ),
    ],
)
def test_counters_show_what_rules_cannot_know(
    told: str, run: Counts, baseline: Counts, sentence: str
) -> None:
    signs = signs_of_run(subject_of_case(case_of("cannot_act", told)), run, baseline)
    assert sentence_of(signs) == sentence
    assert is_idle(signs)


def test_without_counters_nothing_is_known_of_them() -> None:
    (sign,) = signs_of_run(subject_of_case(case_of("cannot_act", "ssl_conf_command")), NOTHING, NOTHING)
    assert (sign.state, sign.reason) == ("unknown", "")


@pytest.mark.parametrize(
    ("told", "run", "baseline", "state"),
    [
        ("limit_req", Counts(requests=5_000, refusals=4_998), NOTHING, "acted"),
        ("deny", Counts(requests=5_000, refusals=0), NOTHING, "never_acted"),
        ("deny", Counts(requests=5_000), NOTHING, "unknown"),
        ("listen.reuseport", Counts(listeners=2), NOTHING, "acted"),
        ("listen.reuseport", Counts(listeners=1), NOTHING, "never_acted"),
        ("upstream.keepalive", Counts(requests=5e3, to_backends=40), Counts(5e3, to_backends=5e3), "acted"),
        ("upstream.keepalive", Counts(5e3, to_backends=5e3), Counts(5e3, to_backends=5e3), "never_acted"),
        ("upstream.keepalive", Counts(5e3, to_backends=5e3), NOTHING, "unknown"),
        ("upstream.keepalive", Counts(5e3, to_backends=5e3), Counts(5e3, to_backends=40), "acted"),
        ("proxy_cache", Counts(requests=5_000, to_backends=2), NOTHING, "acted"),
        ("proxy_cache", Counts(requests=5_000, to_backends=5_000), NOTHING, "never_acted"),
        ("nginx.gzip", Counts(bytes_per_request=35e3), Counts(bytes_per_request=35e3), "never_acted"),
        ("nginx.gzip", Counts(bytes_per_request=9e3), Counts(bytes_per_request=35e3), "acted"),
        ("nginx.worker_priority", Counts(requests=5_000), NOTHING, "acted"),
        ("nginx.keepalive_requests", Counts(5e3, None, 500), Counts(5e3, None, 16), "acted"),
        ("nginx.sendfile", Counts(calls={"sendfile": 1.0}), Counts(calls={"writev": 1.0}), "acted"),
        ("nginx.sendfile", Counts(calls={"writev": 1.0}), Counts(calls={"writev": 1.0}), "never_acted"),
        ("nginx.sendfile", Counts(calls={"sendfile": 1.0}), NOTHING, "unknown"),
        ("aio", Counts(calls={"futex": 2.0}), Counts(calls={"pread64": 1.0}), "acted"),
        ("aio", Counts(calls={"pread64": 1.0}), Counts(calls={"pread64": 1.0}), "never_acted"),
        ("nginx.tcp_nopush", Counts(calls={"setsockopt": 2.0}), Counts(calls={}), "acted"),
        ("nginx.tcp_nopush", Counts(calls={"setsockopt": 0.1}), Counts(calls={}), "unknown"),
        ("nginx.access_log_buffer", Counts(calls={"write": 0.01}), Counts(calls={"write": 1.0}), "acted"),
        (
            "nginx.access_log_buffer",
            Counts(calls={"write": 1.0}),
            Counts(calls={"write": 1.0}),
            "never_acted",
        ),
        ("nginx.access_log", Counts(calls={}), Counts(calls={"write": 1.0}), "acted"),
        ("nginx.open_file_cache", Counts(calls={}), Counts(calls={"openat": 1.0}), "acted"),
        ("nginx.open_file_cache", Counts(calls={"openat": 1.0}), Counts(calls={"openat": 1.0}), "unknown"),
    ],
)
def test_a_counter_decides_where_it_can(told: str, run: Counts, baseline: Counts, state: str) -> None:
    signs = signs_of_run(subject_of_case(case_of("act", told)), run, baseline)
    assert {sign.state for sign in signs if sign.setting == told} == {state}


def test_a_load_that_opens_connections_after_all_is_no_kept_one() -> None:
    case = case_of("cannot_act", "listen.deferred")
    assert idle_settings(case, Counts(requests=5_000, client_connections=16)) == {"listen.deferred"}
    assert idle_settings(case, Counts(requests=5_000, client_connections=5_000)) == set()


TLS_FILES = {"tls.on": True, "origin.kind": "static", "nginx.sendfile": True}
KTLS = {"nginx.server_extra": "ssl_conf_command Options KTLS;"}
CORKINGS = "TcpExt.TCPAutoCorking"
NO_TLS_IN_KERNEL = {"net.ipv4.tcp_available_ulp": "mptcp"}


def signs_of(knobs: dict, base: dict, run: Counts, baseline: Counts, **sysctls: str) -> dict[str, str]:
    facts = staged_host()
    facts.more["sysctl"] |= sysctls
    hosts = dict.fromkeys(("load", "proxy", "backend"), facts)
    workload = parse_definition(staged_cases()[0].definition()).workloads[0]
    subject = subject_of(base | knobs, base, "proxy_only", workload, hosts)  # pyright: ignore
    return {sign.setting: f"{sign.state}: {sign.reason}" for sign in signs_of_run(subject, run, baseline)}


def test_a_setting_that_takes_its_call_away_has_acted() -> None:
    """`aio off` against `aio threads`: no call of it is what it is for."""
    base = {"origin.kind": "static", "nginx.http_extra": "aio threads;"}
    signs = signs_of({"nginx.http_extra": "aio off;"}, base, Counts(calls={}), Counts(calls={"futex": 2.0}))
    assert signs["aio"] == "acted: 0.00 calls of futex for each request instead of 2.00"


@pytest.mark.parametrize("more", [{"tls.on": True}, {"nginx.http_extra": "aio threads;"}])
def test_writes_of_others_say_nothing_of_a_log(more: dict) -> None:
    base = more | {"origin.kind": "static"}
    own_writes = Counts(calls={"write": 3.0})
    signs = signs_of({"nginx.access_log": "off"}, base, Counts(calls={"write": 1.0}), own_writes)
    assert signs["nginx.access_log"] == "unknown: "


def test_sendfile_shows_that_the_kernel_encrypts_files() -> None:
    counts = Counts(kernel_tls=16, calls={"sendfile": 1.0})
    reason = (
        "acted: the kernel encrypted 16 connections, and nginx called sendfile 1.00 times for each request"
    )
    assert signs_of(KTLS, TLS_FILES, counts, NOTHING)["ssl_conf_command"] == reason
    assert signs_of(KTLS, TLS_FILES, counts, NOTHING, **NO_TLS_IN_KERNEL)["ssl_conf_command"] == reason
    sign_text = signs_of(KTLS, TLS_FILES, Counts(calls={"sendfile": 1.0}), NOTHING)["ssl_conf_command"]
    assert sign_text.startswith("acted: nginx called sendfile")


def test_a_kernel_without_its_module_is_named() -> None:
    signs = signs_of(KTLS, TLS_FILES, NOTHING, NOTHING, **NO_TLS_IN_KERNEL)
    assert signs["ssl_conf_command"].startswith("never_acted: KTLS needs the kernel's module tls")
    base = {**KTLS, "tls.on": True, "origin.kind": "static"}
    counts = Counts(kernel_tls=0, calls={"write": 1.0})
    signs = signs_of({"nginx.sendfile": True}, base, counts, counts)
    assert signs["nginx.sendfile"].endswith(
        "nginx never called sendfile; the kernel encrypted no connection: it needs its module tls"
    )


@pytest.mark.parametrize(
    ("growth", "baseline", "sign"),
    [
        (0.0, {CORKINGS: 0.0}, "never_acted: TCPAutoCorking stood still, in the baseline as well"),
        (3.0, {CORKINGS: 0.0}, "acted: TCPAutoCorking moved"),
        (0.0, {CORKINGS: 3.0}, "unknown: "),
        (3.0, {}, "unknown: "),
    ],
)
def test_a_kernel_setting_shows_in_its_counters(growth: float, baseline: dict[str, float], sign: str) -> None:
    run, without = Counts(growths={CORKINGS: growth}), Counts(growths=baseline)
    assert signs_of({"sysctl.net.ipv4.tcp_autocorking": 1}, {}, run, without) == {
        "sysctl.net.ipv4.tcp_autocorking": sign
    }


def test_several_settings_that_never_acted_are_named_without_their_reasons() -> None:
    names = ("nginx.worker_connections", "sysctl.net.ipv4.tcp_wmem", "listen.backlog", "listen.deferred")
    signs = [SettingSign(setting=name, state="never_acted", reason="it is long to tell") for name in names]
    assert sentence_of(signs) == "worker_connections, net.ipv4.tcp_wmem, backlog and 1 more never acted"
    assert sentence_of([]) == ""
