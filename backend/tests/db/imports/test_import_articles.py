"""Published tables, imported as printed: every figure to the digit, and what their own arithmetic misses."""

from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

TABLES = Path(__file__).parents[2] / "fixtures/articles"
WRK = {"name": "default", "tool": "wrk", "threads": 4, "connections": 100, "duration_s": 60}
WEIGHTTP = {"name": "default", "tool": "weighttp", "threads": 50, "connections": 100, "requests": 3_000_000}


def imported(client: TestClient, file: str, workload: dict[str, Any], **more: Any) -> dict[str, Any]:
    """As the page does it: preview, then what it suggests."""
    texts = [{"name": file, "text": (TABLES / file).read_text()}]
    found = client.post("/api/v1/imports/preview", json={"texts": texts}).json()
    assert found["problems"] == []
    body = {
        "name": file,
        "workloads": [workload],
        "factors": found["factors"],
        "baseline": found["baseline"],
        "runs": [{k: v for k, v in run.items() if k != "place"} for run in found["runs"]],
        "texts": texts,
    }
    answer = client.post("/api/v1/imports", json=body | more)
    assert answer.status_code == 201, answer.text
    return answer.json()


def as_printed(change: float, like: str) -> set[str]:
    """A change with as many digits as the article prints: rounded, and cut off, as it does with most."""
    step = Decimal(1).scaleb(-len(like.rstrip("%").partition(".")[2]))
    value = Decimal(repr(change)) * 100
    both = (value.quantize(step, how) for how in (ROUND_DOWN, ROUND_HALF_UP))
    return {f"{one:+f}%".replace("-", "−") for one in both}


@pytest.mark.parametrize(("file", "mark"), [("stepwise.csv", ","), ("nginx-alone.csv", ";")])
def test_every_row_of_a_table_of_single_trials(client: TestClient, file: str, mark: str) -> None:
    made = imported(client, file, WRK)
    deltas = {d["run_id"]: d for d in client.get(f"/api/v1/experiments/{made['id']}/deltas").json()}
    printed = [line.split(mark) for line in (TABLES / file).read_text().splitlines()[1:]]
    assert len(made["run_list"]) == len(printed)
    for run, cells in zip(made["run_list"], printed, strict=True):
        wanted = cells[-1]
        if wanted == "–":
            assert run["is_baseline"]
        else:
            like = wanted.replace(",", ".")
            assert like in as_printed(deltas[run["id"]]["change"], like), run["name"]
    published = made["published"]["rows"]
    assert [row["requests_per_s"] for row in published] == [
        run["means"]["requests_per_s"] for run in made["run_list"]
    ]


def test_the_stepwise_table_cuts_its_changes_off(client: TestClient) -> None:
    made = imported(client, "stepwise.csv", WRK)
    assert made["run_list"][0]["topology"] == "direct"
    assert made["run_list"][1]["name"] == "default configuration"
    assert made["run_list"][1]["means"]["latency_mean"] == 0.01204
    (said, rest) = made["published"]["remarks"]
    assert said.startswith("Printed changes cut off instead of rounded: worker_processes 2 (+92.19% for")
    assert said.count(" for ") == 9
    assert rest == "The other 7 of 16 printed changes are right to the digit."


def test_the_placement_table_has_no_change_of_its_own(client: TestClient) -> None:
    made = imported(client, "placement.md", WRK)
    assert made["published"] is None
    found = client.get(f"/api/v1/experiments/{made['id']}/deltas").json()
    assert [round(100 * d["change"], 2) for d in found] == [-27.72, -24.81]


def test_a_table_of_trials_is_a_grid_with_its_own_means(client: TestClient) -> None:
    factors = {
        "log": {x: {"access_log": x} for x in ("off", "memory", "disk")},
        "workers": {n: {"worker_processes": n} for n in ("16", "22")},
        "pin": {"cores": {"pin.load": "32-63"}, "none": {}},
    }
    made = imported(client, "pinning.tsv", WEIGHTTP, factors=factors)
    means = {
        tuple((run["factors"] or {}).values()): run["means"]["requests_per_s"] for run in made["run_list"]
    }
    assert means == {
        ("off", "16", "cores"): 285948.2, ("off", "16", "none"): 274685.2,
        ("off", "22", "cores"): 347540.6, ("off", "22", "none"): 276899.4,
        ("memory", "16", "cores"): 277754.0, ("memory", "16", "none"): 260443.0,
        ("memory", "22", "cores"): 329009.2, ("memory", "22", "none"): 257655.0,
        ("disk", "16", "cores"): 267241.0, ("disk", "16", "none"): 246551.6,
    }  # fmt: skip
    remarks = " ".join(made["published"]["remarks"])
    assert "274687.4, is not that of its own trials: 274685.2" in remarks
    assert "347540 for 347540.6" in remarks
    assert "246551 for 246551.6" in remarks
