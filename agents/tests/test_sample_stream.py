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


def test_while_somebody_looks_what_pages_draw_goes_out_at_once_and_again_with_the_rest() -> None:
    watcher = Watcher(looks=True)
    stream = watcher.stream()
    for second in range(3):
        stream.add(float(second), {RATE: second / 10}, lambda second=second: {"cpu.0": second / 4})
    assert [(b.is_live, b.times, b.series) for b in watcher.batches] == [
        (True, [0.0], {RATE: [0.0]}),
        (True, [1.0], {RATE: [0.1]}),
        (True, [2.0], {RATE: [0.2]}),
    ]
    stream.end()
    [last] = watcher.batches[3:]
    assert (last.is_live, last.times) == (False, [0.0, 1.0, 2.0])
    assert last.series == {RATE: [0.0, 0.1, 0.2], "cpu.0": [0.0, 0.25, 0.5]}


def test_readings_that_no_page_draws_live_go_out_together_whoever_looks() -> None:
    watcher = Watcher(looks=True)
    stream = watcher.stream()
    for second in range(3):
        stream.add(float(second), {"load.cpu": 1.0}, lambda: {"cpu.0": 0.5})
    assert watcher.batches == []
    stream.end()
    assert [b.times for b in watcher.batches] == [[0.0, 1.0, 2.0]]


def test_while_nobody_looks_they_are_worked_out_and_go_out_together_at_the_end() -> None:
    watcher = Watcher(looks=False)
    stream = watcher.stream()
    worked_out: list[float] = []

    def machine(at: float) -> dict[str, float | None]:
        worked_out.append(at)
        return {"cpu.0": 0.5 + at / 10}

    stream.add(0.0, {}, lambda: machine(0.0))
    stream.add(1.0, {"load.cpu": 1.0}, lambda: machine(1.0))
    assert (watcher.batches, worked_out) == ([], [])
    stream.end()
    stream.end()
    [batch] = watcher.batches
    assert (batch.times, batch.series) == ([0.0, 1.0], {"cpu.0": [0.5, 0.6], "load.cpu": [None, 1.0]})


def test_who_begins_to_look_sees_the_next_reading_and_all_are_stored() -> None:
    watcher = Watcher(looks=False)
    stream = watcher.stream()
    stream.add(0.0, {RATE: 4.0}, dict)
    watcher.looks = True
    stream.add(1.0, {RATE: 5.0}, dict)
    stream.end()
    assert [(b.is_live, b.times) for b in watcher.batches] == [(True, [1.0]), (False, [0.0, 1.0])]


def test_a_batch_that_is_stored_reads_as_before() -> None:
    batch = SampleBatch(trial_id="trial", seq=0, times=[1.0], series={RATE: [2.0]})
    assert "is_live" not in batch.model_dump_json()


def test_a_long_trial_keeps_a_bounded_number_of_readings() -> None:
    watcher = Watcher(looks=False)
    stream = watcher.stream()
    for second in range(2 * MAX_TICKS):
        stream.add(float(second), {RATE: 1.0}, lambda: {"cpu.0": 0.5})
    assert [(b.seq, len(b.times)) for b in watcher.batches] == [(0, MAX_TICKS), (1, MAX_TICKS)]
