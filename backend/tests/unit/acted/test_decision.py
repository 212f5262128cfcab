"""Which settings of the staged list are told as never acted, by rules and by counters."""

import pytest

from backend.acted.observed import Counts
from backend.acted.settings import subject_of
from backend.acted.signs_of_run import is_idle, never_acted, sentence_of, signs_of_run
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
        ("proxy_cache", Counts(requests=5_000, to_backends=2), NOTHING, "acted"),
        ("proxy_cache", Counts(requests=5_000, to_backends=5_000), NOTHING, "never_acted"),
        ("nginx.gzip", Counts(bytes_per_request=35e3), Counts(bytes_per_request=35e3), "never_acted"),
        ("nginx.gzip", Counts(bytes_per_request=9e3), Counts(bytes_per_request=35e3), "acted"),
        ("nginx.worker_priority", Counts(requests=5_000), NOTHING, "acted"),
        ("nginx.keepalive_requests", Counts(5e3, None, 500), Counts(5e3, None, 16), "acted"),
        ("nginx.sendfile", Counts(calls={"sendfile": 1.0}), Counts(calls={"writev": 1.0}), "acted"),
        ("nginx.sendfile", Counts(calls={"writev": 1.0}), Counts(calls={"writev": 1.0}), "never_acted"),
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
