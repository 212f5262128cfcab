"""The sample is uniform, and the mix has the weights and sizes of the log."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from backend.access_logs.sample import Reservoir, SampledRequest
from backend.access_logs.shape import Request, fit_sizes, page_sizes, shape_of, weigh


def sample_of(numbers: int, rng: random.Random, max_requests: int, max_bytes: int = 10**9) -> list[int]:
    reservoir = Reservoir(rng, max_requests, max_bytes)
    for number in range(numbers):
        if number == reservoir.next_index:
            reservoir.take(SampledRequest(b"%06d" % number, False, None))
    return [int(request.target) for request in reservoir.requests]


@given(st.integers(1, 300), st.integers(1, 50), st.integers(0, 1000))
def test_the_sample_has_as_many_as_it_may_and_each_once(numbers: int, most: int, seed: int) -> None:
    sample = sample_of(numbers, random.Random(seed), most)

    assert len(sample) == len(set(sample)) == min(numbers, most)


def test_each_request_is_as_likely_wherever_it_stands() -> None:
    """Of 200 requests 20 are taken, 4,000 times: 400 each, with a standard deviation of 19."""
    rng = random.Random(7)
    counts = Counter(number for _ in range(4000) for number in sample_of(200, rng, 20))

    assert all(400 - 95 < counts[number] < 400 + 95 for number in range(200))


def test_it_stays_uniform_when_memory_ends() -> None:
    """Room for 60 targets of 6 bytes: halved as often as needed; of 200 requests 30 to 60 remain."""
    rng = random.Random(7)
    samples = [sample_of(200, rng, 100, max_bytes=360) for _ in range(3000)]
    counts = Counter(number for sample in samples for number in sample)
    mean = sum(map(len, samples)) / 200

    assert all(len(sample) <= 60 for sample in samples)
    assert all(abs(counts[number] - mean) < 5 * mean**0.5 for number in range(200))


counts_of_targets = st.dictionaries(st.integers(0, 500), st.integers(1, 50), min_size=1, max_size=200)


@given(counts_of_targets, st.integers(2, 100), st.integers(0, 1000))
def test_weights_add_up_and_frequent_targets_have_their_own(
    counts: dict[int, int], most: int, seed: int
) -> None:
    requests = Counter({Request(b"/%d" % target, False): count for target, count in counts.items()})

    weights = weigh(requests, most, random.Random(seed))

    assert len(weights) <= most
    assert abs(sum(weights.values()) - sum(counts.values())) < 1e-6
    exact = [request for request, _ in requests.most_common(most - max(1, most // 10))]
    least = min(requests[request] for request in exact)
    assert all(weights[request] == count for request, count in requests.items() if count > least)


def test_the_mean_of_the_drawn_is_that_of_the_rest() -> None:
    """Ten thousand rare targets, one in a hundred asked for fifty times: a third of the requests."""
    counts = Counter({Request(b"/%d" % n, False): 50 if n % 100 == 0 else 1 for n in range(10_000)})
    shares = []
    for seed in range(50):
        weights = weigh(counts, 100, random.Random(seed))
        drawn = dict(list(weights.items())[90:])
        heavy = sum(weight for request, weight in drawn.items() if counts[request] == 50)
        shares.append(heavy / sum(drawn.values()))

    assert abs(sum(shares) / len(shares) - 500 / 10_400) < 0.04


def test_a_304_is_a_request_of_its_own_only_where_the_site_is_ours() -> None:
    sample = [SampledRequest(b"/", False, 10)] * 3 + [SampledRequest(b"/", True, None)]

    assert shape_of(sample, 10, keeps_unchanged=True).weights == {
        Request(b"/", False): 3,
        Request(b"/", True): 1,
    }
    assert shape_of(sample, 10, keeps_unchanged=False).weights == {Request(b"/", False): 4}


def test_a_page_has_the_median_size_of_its_own_answers_else_of_all() -> None:
    sample = [SampledRequest(b"/a", False, size) for size in (1, 5, 900)]
    sample += [SampledRequest(b"/b", True, None), SampledRequest(b"/c", False, 7)]

    assert page_sizes(sample, {b"/a", b"/b"}) == {b"/a": 5, b"/b": 5}


@given(st.lists(st.integers(0, 1000), max_size=50), st.integers(1, 1000), st.integers(50, 5000))
def test_pages_are_cut_only_as_far_as_needed(sizes: list[int], max_page: int, max_total: int) -> None:
    pages = {b"/%d" % number: size for number, size in enumerate(sizes)}

    fitted, shortened = fit_sizes(pages, max_page, max_total)

    assert sum(fitted.values()) <= max_total
    assert all(fitted[page] <= min(size, max_page) for page, size in pages.items())
    assert shortened == sum(fitted[page] < size for page, size in pages.items())
    if sum(min(size, max_page) for size in sizes) <= max_total:
        assert all(fitted[page] == min(size, max_page) for page, size in pages.items())
