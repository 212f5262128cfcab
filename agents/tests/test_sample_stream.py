"""Readings go out one by one while somebody looks, and together otherwise; none is lost or mixed up."""

from agents.contract.reports import SampleBatch
from agents.runner.sample_stream import MAX_TICKS, SampleStream

RATE = "proxy.requests_per_s"


class Watcher:
    def __init__(self, looks: bool) -> None:
        self.looks = looks
        self.batches: list[SampleBatch] = []

    def stream(self) -> SampleStream:
        return SampleStream("trial", self.batches.append, lambda: self.looks)


def test_while_somebody_looks_each_reading_goes_out_at_once() -> None:
    watcher = Watcher(looks=True)
    stream = watcher.stream()
    for second in range(3):
        stream.add(float(second), {RATE: second / 10})
    stream.end()
    assert [(b.seq, b.times, b.series) for b in watcher.batches] == [
        (0, [0.0], {RATE: [0.0]}),
        (1, [1.0], {RATE: [0.1]}),
        (2, [2.0], {RATE: [0.2]}),
    ]


def test_readings_that_no_page_draws_live_go_out_together_whoever_looks() -> None:
    watcher = Watcher(looks=True)
    stream = watcher.stream()
    for second in range(3):
        stream.add(float(second), {"cpu.0": 0.5, "load.cpu": 1.0})
    assert watcher.batches == []
    stream.end()
    assert [b.times for b in watcher.batches] == [[0.0, 1.0, 2.0]]


def test_while_nobody_looks_they_go_out_together_at_the_end() -> None:
    watcher = Watcher(looks=False)
    stream = watcher.stream()
    stream.add(0.0, {"cpu.0": 0.5})
    stream.add(1.0, {"cpu.0": 0.6, "load.cpu": 1.0})
    assert watcher.batches == []
    stream.end()
    stream.end()
    [batch] = watcher.batches
    assert (batch.times, batch.series) == ([0.0, 1.0], {"cpu.0": [0.5, 0.6], "load.cpu": [None, 1.0]})


def test_who_begins_to_look_sees_what_waited_with_the_next_reading() -> None:
    watcher = Watcher(looks=False)
    stream = watcher.stream()
    stream.add(0.0, {})
    watcher.looks = True
    stream.add(1.0, {RATE: 5.0})
    assert [b.times for b in watcher.batches] == [[0.0, 1.0]]


def test_a_long_trial_keeps_a_bounded_number_of_readings() -> None:
    watcher = Watcher(looks=False)
    stream = watcher.stream()
    for second in range(2 * MAX_TICKS):
        stream.add(float(second), {})
    assert [len(b.times) for b in watcher.batches] == [MAX_TICKS, MAX_TICKS]
