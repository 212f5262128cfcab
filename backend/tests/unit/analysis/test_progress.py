"""How long is left, where nothing was measured for a while."""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from agents.contract.states import ExperimentState
from backend.analysis.progress import progress_of
from backend.records.experiments import Experiment
from backend.records.lists.tally import Tally

START = datetime(2026, 11, 20, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def experiment(*interruptions: tuple[float, float | None]) -> Experiment:
    entries: list[dict[str, Any]] = [
        {
            "began_at": after(begin).isoformat(),
            "ended_at": None if end is None else after(end).isoformat(),
            "failure": {"code": "measured_more", "message": "rounds were added"},
        }
        for begin, end in interruptions
    ]
    return Experiment(
        id="e", state=ExperimentState.RUNNING, definition={"trials": 10}, estimate_s=200.0,
        measuring_at=START, started_at=START, interruptions=entries,
    )  # fmt: skip


def seconds_left(subject: Experiment, ends: Iterable[float], now: float) -> float | None:
    tally = Tally(
        runs=2, ready=2, trials=20, open_in=Counter({9: 2, 10: 2}), rounds=10,
        ends=[after(end) for end in ends], at=None,
    )  # fmt: skip
    progress = progress_of(subject, tally, now=after(now))
    assert progress is not None
    return progress.seconds_left


TENS = range(10, 170, 10)


def test_a_pause_makes_the_trials_that_are_left_no_longer() -> None:
    assert seconds_left(experiment(), TENS, 160) == 40
    paused = [*range(10, 60, 10), *range(3010, 3120, 10)]
    assert seconds_left(experiment((50, 3000)), paused, 3110) == 40


def test_neither_waiting_for_a_host_nor_preparing_it_anew_counts_as_pace() -> None:
    """Both lie outside of the interruption: the host was waited for, then prepared."""
    ends = [10, 20, 30, 600]
    assert seconds_left(experiment((100, 500)), ends, 600) == 40
    assert seconds_left(experiment((100, 500)), ends[:3], 580) == 30, "the trial under way is not over"


def test_a_pause_since_the_last_trial_does_not_count_as_measured() -> None:
    assert seconds_left(experiment((160, 3000)), TENS, 3005) == 35
    assert seconds_left(experiment((160, None)), TENS, 3000) == 40


def test_the_time_before_rounds_were_added_is_no_interruption() -> None:
    subject = experiment((100, 5000), (5100, 5160))
    subject.finished_at = after(5300)
    subject.interruptions[1]["failure"]["code"] = "cancelled"
    assert subject.seconds_interrupted == 60
    assert subject.seconds_taken == 340
