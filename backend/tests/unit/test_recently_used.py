"""What is costly to make is kept while it is asked for."""

from backend.recently_used import RecentlyUsed


def test_values_are_kept_up_to_a_size() -> None:
    recent, made = RecentlyUsed[bytes](10, len), list[str]()

    def value(tag: str) -> bytes:
        return recent.get(tag, lambda: (made.append(tag), b"12345")[1])

    for tag in ("a", "b", "a", "c", "a", "b"):
        assert value(tag) == b"12345"
    assert made == ["a", "b", "c", "b"]


def test_by_default_so_many_values_are_kept() -> None:
    recent, made = RecentlyUsed[int](2), list[int]()

    def value(key: int) -> int:
        return recent.get(key, lambda: (made.append(key), 10 * key)[1])

    assert [value(key) for key in (1, 2, 1, 3, 2)] == [10, 20, 10, 30, 20]
    assert made == [1, 2, 3, 2]


def test_a_value_that_is_too_large_is_not_kept() -> None:
    recent = RecentlyUsed[bytes](3, len)
    assert recent.get("a", lambda: b"1234") == b"1234"
    assert recent.get("a", lambda: b"56") == b"56"
