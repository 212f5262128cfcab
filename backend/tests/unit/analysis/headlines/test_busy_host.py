"""Headline of an experiment on a host that others kept busy."""

import pytest

from backend.analysis.headlines.busy_host import add_busy

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
