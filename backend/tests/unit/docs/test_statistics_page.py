"""docs/validation.md says what the calibration found, and what it found is good."""

from e2e.bench.statistics_page import PAGE, figures_of, page, stored

FOUND = figures_of(stored())


def test_the_page_has_the_figures_of_the_last_calibration():
    text = PAGE.read_text("utf-8")
    assert text == page(text, FOUND), "run: python -m e2e.bench.statistics_page"


def test_it_is_of_at_least_a_thousand_experiments_with_a_stated_seed():
    assert isinstance(FOUND["seed"], int)
    interleaved = [r for r in FOUND["rows"] if r["what"].startswith(("interleaved", "experiments with"))]
    assert min(r["experiments"] for r in interleaved) >= 1000
    assert {n for r in interleaved for n in (3, 20) if f"n = {n}," in r["what"]} == {3, 20}


def test_deltas_are_honest_in_rounds_and_not_one_after_the_other():
    assert FOUND["ok"]
    for row in FOUND["rows"]:
        if row["what"].startswith("interleaved"):
            if row["figure"] == "coverage":
                assert 0.93 <= row["value"] <= 0.97
            else:
                assert row["value"] <= 0.05
        if "Welch, drift" in row["what"] and row["figure"] == "A/A called":
            assert row["value"] > 0.1


def test_pictures_of_the_page_exist():
    statistics = PAGE.with_name("statistics.md").read_text("utf-8")
    shown = [part.split(")")[0] for part in statistics.split("](screenshots/")[1:]]
    assert shown
    assert [name for name in shown if not (PAGE.parent / "screenshots" / name).is_file()] == []
