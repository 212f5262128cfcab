"""Host that others kept busy."""

import pytest

from backend.analysis.headlines.busy_host import (
    busy_shares,
    busy_words,
    changed_knobs,
    depends_on_cpus,
    is_busy,
)


def other(share: float, code: str = "other_cpu") -> list[dict]:
    return [{"code": "drift", "level": "note"}, {"code": code, "level": "suspect", "value": share}]


@pytest.mark.parametrize(
    ("trials", "words"),
    [
        ([other(0.31)] * 9 + [[]] * 3, "other programs took 31% of its CPU"),
        ([other(0.31)] * 5 + [[]] * 7, ""),  # in few trials
        ([other(0.12)] * 12, ""),
        ([other(0.12, "steal")] * 12, "the hypervisor took 12% of its CPU"),
        (
            [other(0.4) + other(0.35, "steal")] * 12,
            "other programs took 40% of its CPU and the hypervisor took 35% of its CPU",
        ),
        ([], ""),
    ],
)
def test_a_host_is_busy_by_what_most_trials_found(trials, words) -> None:
    assert busy_words(busy_shares(trials)) == words
    assert is_busy(trials) is bool(words)


@pytest.mark.parametrize(
    ("share", "run", "baseline", "expected"),
    [
        (0.4, {"pin.proxy": "0"}, {}, True),
        (0.4, {"nginx.worker_processes": 2}, {"nginx.worker_processes": 1}, True),
        (0.4, {"nginx.worker_processes": 2}, {"nginx.worker_processes": 2}, False),
        (0.4, {"nginx.gzip": True}, {}, False),
        (0.1, {"pin.proxy": "0"}, {}, False),
    ],
)
def test_a_verdict_about_pinning_or_workers_is_one_on_a_busy_host(share, run, baseline, expected) -> None:
    is_marked = is_busy([other(share)] * 12) and depends_on_cpus(changed_knobs(run, baseline))
    assert is_marked is expected
