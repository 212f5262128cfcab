"""The search for the ceiling finds what an oracle hides, steady or not, in a bounded number of probes."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.definition.ceiling_search import (
    Probe,
    Search,
    SearchResult,
    max_left,
    max_probes,
    next_probe,
    search_result,
)

DEFAULT = Search(start=64, to=4096, resolution=16)


def search_through(search: Search, oracle: Callable[[int, int], bool], most: int = 500) -> list[Probe]:
    """All probes of a search; the oracle gets connections and the number of the probe."""
    probes: list[Probe] = []
    while (connections := next_probe(search, probes)) is not None:
        assert len(probes) < most, "the search does not end"
        probes.append(Probe(connections, oracle(connections, len(probes))))
    return probes


@st.composite
def searches(draw: st.DrawFn) -> Search:
    unit = draw(st.sampled_from([1, 1, 2, 3, 8]))
    start = unit * draw(st.integers(1, 200))
    to = start + unit * draw(st.integers(1, 6000))
    return Search(start, to, draw(st.integers(unit, unit * 40)), unit, draw(st.booleans()))


def test_article_e_is_found():
    probes = search_through(DEFAULT, lambda n, _: n <= 1897)
    assert [p.load for p in probes[:7]] == [64, 128, 256, 512, 1024, 2048, 1536]
    assert search_result(probes) == SearchResult(1888, 1904)
    assert [p.load for p in probes[-2:]] == [1888, 1904], "both sides are repeated"


@pytest.mark.parametrize(
    ("limit", "expected", "numbers"),
    [
        (10, SearchResult(None, 64), [64, 64]),
        (9999, SearchResult(4096, None), [64, 128, 256, 512, 1024, 2048, 4096, 4096]),
    ],
)
def test_ends_without_the_other_side(limit: int, expected: SearchResult, numbers: list[int]):
    probes = search_through(DEFAULT, lambda n, _: n <= limit)
    assert (search_result(probes), [p.load for p in probes]) == (expected, numbers)


@given(searches(), st.integers(0, 60_000))
def test_a_steady_limit_is_bracketed(search: Search, limit: int):
    probes = search_through(search, lambda n, _: n <= limit)
    found = search_result(probes)
    assert not found.unsteady
    assert all(p.load % search.unit == 0 for p in probes)
    assert all(search.start <= p.load <= search.to for p in probes)
    assert found.clean is None or found.clean <= limit
    assert found.failing is None or found.failing > limit
    if found.clean is not None and found.failing is not None:
        assert found.failing - found.clean <= search.resolution
    else:
        assert (found.failing, found.clean) in [(search.start, None), (None, search.to)]
    assert len(probes) <= max_probes(search)


@given(searches(), st.integers(0, 60_000))
def test_what_is_left_never_grows_and_is_nothing_only_at_the_end(search: Search, limit: int):
    probes = search_through(search, lambda n, _: n <= limit)
    left = [max_left(search, probes[:i]) for i in range(len(probes) + 1)]
    assert left == sorted(left, reverse=True)
    assert (left[-1], min([*left[:-1], 1])) == (0, 1)
    assert all(left[i] >= len(probes) - i for i in range(len(left)))


@given(searches(), st.integers(0, 20_000), st.randoms(use_true_random=False))
def test_noise_ends_too_and_leaves_an_honest_bracket(search: Search, limit: int, random):
    probes = search_through(search, lambda n, _: (n <= limit) ^ (random.random() < 0.3))
    found = search_result(probes)
    assert found.clean is None or found.failing is None or found.clean < found.failing
    if found.clean is not None and found.failing is not None:
        assert found.failing - found.clean <= search.resolution
    both = {p.load for p in probes if p.clean} & {p.load for p in probes if not p.clean}
    assert found.unsteady or not both
    for side in (found.clean, found.failing):
        if side is not None and search.confirm and not found.unsteady:
            assert sum(p.load == side for p in probes) == 2


def test_one_hiccup_far_below_is_outvoted():
    """The third probe fails by chance at 256: repeated when the search ends there, then left behind."""
    probes = search_through(DEFAULT, lambda n, i: n <= 1897 and i != 2)
    assert search_result(probes) == SearchResult(1888, 1904, unsteady=True)


def test_a_clean_side_that_fails_twice_moves_the_bracket_down():
    """Clean at first, then the server wears out: 1888 does not hold."""
    probes = search_through(DEFAULT, lambda n, i: n <= (1897 if i < 12 else 1700))
    found = search_result(probes)
    assert found == SearchResult(1696, 1712, unsteady=True)


def test_without_repeats_each_number_is_probed_once():
    search = Search(64, 4096, 16, confirm=False)
    probes = search_through(search, lambda n, _: n <= 1897)
    assert len({p.load for p in probes}) == len(probes)
    assert search_result(probes) == SearchResult(1888, 1904)
