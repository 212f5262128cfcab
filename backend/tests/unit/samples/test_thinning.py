"""Old readings are thinned without losing what stood out."""

from backend.samples.thinning import MAX_READINGS, thin


def test_short_series_stay_as_they_are() -> None:
    times = [float(i) for i in range(MAX_READINGS)]
    assert thin(times, times) == (times, times)


def test_a_long_one_keeps_its_highest_and_lowest_in_order() -> None:
    times = [float(i) for i in range(36_000)]
    values: list[float | None] = [100.0] * len(times)
    values[12_345], values[30_000] = 0.0, 900.0
    kept_times, kept = thin(times, values)
    assert len(kept_times) == len(kept) <= MAX_READINGS
    assert kept_times == sorted(set(kept_times))
    assert dict(zip(kept_times, kept, strict=True))[12_345.0] == 0.0
    assert dict(zip(kept_times, kept, strict=True))[30_000.0] == 900.0


def test_a_part_without_readings_stays_a_gap() -> None:
    times = [float(i) for i in range(10 * MAX_READINGS)]
    values = [None if 1000 <= i < 1200 else float(i) for i in range(len(times))]
    kept_times, kept = thin(times, values)
    of_gap = [value for time, value in zip(kept_times, kept, strict=True) if 1010 <= time < 1190]
    assert of_gap
    assert set(of_gap) == {None}


def test_once_thinned_it_is_short() -> None:
    times = [float(i) for i in range(1000)]
    once = thin(times, times)
    assert thin(*once) == once
