"""The figures of docs/validation.md, between its marks, from docs/benchmarks.json.

`python -m e2e.bench.statistics_page` writes them; `--simulate` reruns the calibration first, and
replaces its row in docs/benchmarks.*. `make bench` does both.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from e2e.bench import arithmetic, document
from e2e.bench.calibration import worlds_page
from e2e.bench.row import Row

PAGE = document.DOCS / "validation.md"
BEGIN = "<!-- written by python -m e2e.bench.statistics_page: begin -->"
END = "<!-- end -->"
Rows = Sequence[Mapping[str, Any]]
CALLED, COVERAGE = "A/A called", "coverage"

PARTS = (
    ("In rounds, no drift", "interleaved, no drift", CALLED),
    ("In rounds, neighbours share half of their drift", "interleaved, drift 0.5", CALLED),
    ("In rounds, neighbours share 80% of their drift", "interleaved, drift 0.8", CALLED),
    ("One after the other, no drift", "sequential, Welch, no drift", CALLED),
    ("One after the other, 50%", "sequential, Welch, drift 0.5", CALLED),
    ("One after the other, 80%", "sequential, Welch, drift 0.8", CALLED),
    ("Whole experiments, their A/A control", "experiments with control", "control called"),
    ("The same, any of five candidates", "experiments with control", "any of 5 candidates called"),
    ("Five candidates by Holm alone", "5 candidates by Holm", "any candidate called"),
    ("Several pairs as one", "pooled over 5 pairs", CALLED),
    ("Steadier or less steady, of equal runs", "spread", "equal called different"),
)
LONG = (
    ("baseline repeated", "17 runs, steep drift, baseline repeated in the round"),
    ("baseline once", "17 runs, steep drift, baseline once a round"),
)


def block(found: Mapping[str, Any]) -> str:
    """What stands between the marks. `found`: figures of the row `calibration` of docs/benchmarks.json."""
    rows: Rows = found["rows"]
    verdict = "All are inside their bounds" if found["ok"] else "**Not all are inside their bounds**"
    return "\n".join(
        [
            BEGIN,
            f"{found['experiments']:,} experiments for each combination, seed {found['seed']}. {verdict}. "
            "Drift one after the other and stopping early have no bounds.",
            "",
            "| how measured | equal runs called better or worse | intervals that hold the truth |",
            "| --- | --- | --- |",
            *(_line(rows, *part) for part in PARTS),
            "",
            "| 17 runs, steep drift | intervals that hold the truth | half-interval after 12 rounds |",
            "| --- | --- | --- |",
            *(_long(rows, *part) for part in LONG),
            "",
            "Rounds until every interval is narrow enough, at most 20, spread of trials 6%; first with one "
            "candidate, then with six:",
            "",
            "| until | fewest | equal called | truth held | rounds | equal called | truth held | rounds |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |",
            *_until(rows),
            END,
        ]
    )


def page(text: str, found: Mapping[str, Any]) -> str:
    """The page with its blocks as they should be."""
    text = _with(text, BEGIN, END, block(found))
    halving = worlds_page.halving_block(found["rows"])
    text = _with(text, worlds_page.HALVING_BEGIN, worlds_page.HALVING_END, halving)
    return _with(text, worlds_page.BEGIN, worlds_page.END, worlds_page.block(found["rows"]))


def _with(text: str, begin: str, last: str, block: str) -> str:
    before, _, rest = text.partition(begin)
    _, end, after = rest.partition(last)
    if not end:
        raise ValueError(f"{PAGE.name} has no place for the figures: {begin} … {last}")
    return before + block + after


def stored() -> dict[str, Any]:
    return json.loads((document.DOCS / "benchmarks.json").read_text())


def figures_of(data: Mapping[str, Any]) -> dict[str, Any]:
    return next(row["figures"] for row in data["rows"] if row["name"] == "calibration")


def _line(rows: Rows, name: str, what: str, figure: str) -> str:
    held = COVERAGE if figure in (CALLED, "control called") else None
    covered = _range(rows, what, held) if held else "–"
    return f"| {name} | {_range(rows, what, figure)} | {covered} |"


def _long(rows: Rows, name: str, what: str) -> str:
    half = _value(rows, what, "half-interval, mean")
    return f"| {name} | {_percent(_value(rows, what, COVERAGE))} | ±{_percent(half)} |"


def _until(rows: Rows) -> list[str]:
    kinds = list(dict.fromkeys(r["what"].rsplit(", ", 1)[0] for r in rows if r["what"].startswith("until")))
    lines = []
    for kind in kinds:
        goal, _, rounds = kind.removeprefix("until ").partition(", ")
        cells = [goal, rounds.split(" ")[0]]
        for whom in ("1 candidate", "6 candidates"):
            what = f"{kind}, {whom}"
            cells += [_percent(_value(rows, what, figure)) for figure in (CALLED, COVERAGE)]
            cells.append(f"{_value(rows, what, 'rounds, mean'):.1f}")
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _value(rows: Rows, what: str, figure: str) -> float:
    return next(r["value"] for r in rows if (r["what"], r["figure"]) == (what, figure))


def _range(rows: Rows, what: str, figure: str) -> str:
    values = [r["value"] for r in rows if r["what"].startswith(what) and r["figure"] == figure]
    low, high = _percent(min(values)), _percent(max(values))
    return low if low == high else f"{low} … {high}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m e2e.bench.statistics_page", description=__doc__)
    parser.add_argument("--simulate", action="store_true", help="rerun the calibration first")
    data = stored()
    if parser.parse_args().simulate:
        fresh = arithmetic.calibration()
        kept = [Row(**row) for row in data["rows"] if row["name"] != "calibration"]
        document.write([*kept, *fresh], data["machine"], data["seconds"])
        data = stored()
    write(PAGE, data)
    return 0 if figures_of(data)["ok"] else 1


def write(path: Path, data: Mapping[str, Any]) -> None:
    path.write_text(page(path.read_text(), figures_of(data)))


if __name__ == "__main__":
    sys.exit(main())
