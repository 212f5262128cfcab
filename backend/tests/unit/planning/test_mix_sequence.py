"""The sequence of a mix has each request as often as its weight says, in an order that the seed decides."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.contract.jobs import MAX_JOB_LENGTH, MeasureJob
from agents.contract.mix import MAX_ENTRIES, MAX_SEQUENCE, MAX_WEIGHT, MixEntry
from backend.mix_sequence import counts_of, sequence_of

WEIGHTS = st.lists(
    st.floats(0, MAX_WEIGHT, exclude_min=True) | st.integers(1, 1000).map(float), min_size=1, max_size=60
)


def mix(*weights: float) -> list[MixEntry]:
    return [MixEntry.model_validate({"path": f"/{i}", "weight": weight}) for i, weight in enumerate(weights)]


@pytest.mark.parametrize(
    ("weights", "counts"),
    [
        ([1], [1]),
        ([5], [1]),
        ([1, 2, 3], [1, 2, 3]),
        ([10, 20, 30], [1, 2, 3]),
        ([0.5, 0.25, 0.25], [2, 1, 1]),
        ([1, 65_535], [1, 65_535]),
        ([1, 65_536], [1, 65_535]),
        ([1, 1e9], [0, 65_536]),
        ([5e-324, 1e9], [0, 65_536]),
        ([1, 1, 1, 65_535], [1, 1, 1, 65_533]),
        ([1] * MAX_ENTRIES, [1] * MAX_ENTRIES),
    ],
)
def test_counts_are_in_proportion_to_the_weights(weights: list[float], counts: list[int]) -> None:
    assert counts_of(weights) == counts


@given(WEIGHTS)
@settings(max_examples=200, deadline=None)
def test_no_entry_is_a_whole_place_away_from_its_share(weights: list[float]) -> None:
    counts = counts_of(weights)
    total, length = sum(weights), sum(counts)
    assert 0 < length <= MAX_SEQUENCE
    assert all(
        abs(count - weight / total * length) < 1 + 1e-6 for count, weight in zip(counts, weights, strict=True)
    )
    heavier = sorted(zip(weights, counts, strict=True))
    assert [count for _, count in heavier] == sorted(counts), "a heavier entry is not there less often"


@given(st.lists(st.integers(1, 50).map(float), min_size=1, max_size=30), st.integers(0, 2**31 - 1))
@settings(max_examples=100, deadline=None)
def test_a_shuffled_sequence_has_exact_shares_and_follows_from_its_seed(
    weights: list[float], seed: int
) -> None:
    sequence = sequence_of(mix(*weights), "shuffled", seed)
    assert sequence == sequence_of(mix(*weights), "shuffled", seed)
    assert len(sequence) <= MAX_SEQUENCE
    counts = Counter(sequence)
    assert all(counts[i] * sum(weights) == weight * len(sequence) for i, weight in enumerate(weights))


def test_another_seed_gives_another_order_and_given_keeps_that_of_the_list() -> None:
    entries = mix(1, 2, 1)
    assert sequence_of(entries, "shuffled", 1) != sequence_of(entries, "shuffled", 2)
    assert sequence_of(entries, "given", 1) == sequence_of(entries, "given", 2) == [0, 1, 1, 2]


def test_the_largest_mix_fits_into_a_job() -> None:
    """Quotation marks and backslashes are the longest in JSON."""
    text = '"\\' * 749
    entries = [
        {"path": "/", "method": "POST", "body": text, "weight": 1.23456789012345} for _ in range(MAX_ENTRIES)
    ]
    workload = {"duration_s": 1, "mix": entries}
    sequence = [MAX_ENTRIES - 1] * MAX_SEQUENCE
    work = {"trial_id": "t", "target": "http://127.0.0.1:80", "workload": workload, "sequence": sequence}
    job = MeasureJob.model_validate(work)
    assert sum(entry.sent_bytes for entry in job.workload.mix) > 15_900_000
    assert len(job.model_dump_json()) < MAX_JOB_LENGTH * 0.6
