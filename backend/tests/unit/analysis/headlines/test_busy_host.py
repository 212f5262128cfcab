"""Headline of an experiment on a host that others kept busy."""

import pytest

from backend.analysis.headlines.busy_host import add_busy, changed_knobs, depends_on_cpus, is_busy

SENTENCE = "pinned raises requests per second by 12% [8, 16]."


def other(share: float, code: str = "other_cpu") -> list[dict]:
    return [{"code": "drift", "level": "note"}, {"code": code, "level": "suspect", "value": share}]


@pytest.mark.parametrize(
    ("trials", "knobs", "clause"),
    [
        ([other(0.31)] * 9 + [[]] * 3, (), "; the host was busy: other programs took 31% of its CPU"),
        ([other(0.31)] * 5 + [[]] * 7, (), ""),  # in few trials
        ([other(0.12)] * 12, ("pin.proxy",), ""),
        ([other(0.12, "steal")] * 12, (), "; the host was busy: the hypervisor took 12% of its CPU"),
        ([other(0.4)] * 12, ("pin.proxy",), "; on a busy host: other programs took 40% of its CPU"),
        (
            [other(0.4) + other(0.35, "steal")] * 12,
            ("nginx.worker_processes",),
            "; on a busy host: other programs took 40% of its CPU and the hypervisor took 35% of its CPU",
        ),
        ([], ("pin.proxy",), ""),
    ],
)
def test_a_busy_host_is_said_in_the_headline(trials, knobs, clause) -> None:
    assert add_busy(SENTENCE, trials, knobs) == SENTENCE.removesuffix(".") + clause + "."


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
