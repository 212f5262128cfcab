"""The table and the JSON in the terminal; e2e/bench/statistics_page.py writes the documentation."""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from e2e.bench.calibration.noise import Row
from e2e.bench.calibration.simulate import EXPERIMENTS, SEED, simulate


def table(rows: list[dict[str, Any]]) -> str:
    lines = [f"{'':58}{'':28}{'value':>8}  {'bounds':<14}"]
    for row in rows:
        row = dict(row)
        ok = row.pop("ok")
        one = Row(**row)
        bounds = (
            "shown only" if one.low is one.high is None else f"{_percent(one.low)} … {_percent(one.high)}"
        )
        value = f"{one.value:.1f}" if one.figure.startswith("rounds") else f"{one.value:.2%}"
        lines.append(f"{one.what:58}{one.figure:28}{value:>8}  {bounds:<14}{'' if ok else '  OUTSIDE'}")
    return "\n".join(lines)


def _percent(x: float | None) -> str:
    return "" if x is None else f"{x:.0%}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Calibration of deltas by simulation")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--experiments", type=int, default=EXPERIMENTS)
    parser.add_argument("--out", type=Path, help="also write the JSON to this file")
    args = parser.parse_args()
    start = time.monotonic()
    found = simulate(args.seed, args.experiments)
    print(table(found["rows"]))
    verdict = "all inside" if found["ok"] else "OUTSIDE"
    print(f"seed {args.seed}, {time.monotonic() - start:.0f} s: {verdict}")
    text = json.dumps(found)
    print(text)
    if args.out:
        args.out.write_text(text + "\n")
    return 0 if found["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
