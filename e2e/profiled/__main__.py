"""`python -m e2e.profiled` measures ten staged causes in quick forms: do the profiles name them?"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from e2e.faults.one_machine import OneMachine, one_machine

STAGED = Path(__file__).with_name("staged.yaml")
QUICK = {
    "trials": 12,
    "warmup": {"prepared": "1s", "trial": "0s"},
    "diagnostics": {"system_calls": True, "profile": 5, "duration": "2s"},
}
"""As the recipes have it (backend/recipes/library)."""
LOAD = {"tool": "wrk", "connections": 32, "threads": 1, "duration": "1s"}
MIN_SHARE, MAX_SHARE = 0.5, 1.5
"""Of the exact difference, that what is named has to make up."""
WITHIN_S = 2400


class Explanation(NamedTuple):
    """What the profiles say of a cause. `names`: what they name, the largest first."""

    cause: str
    pattern: str
    names: list[str]
    share: float | None
    sentence: str

    @property
    def is_right(self) -> bool:
        is_named = any(re.search(self.pattern, name.strip("[]")) for name in self.names)
        return is_named and self.share is not None and MIN_SHARE <= self.share <= MAX_SHARE


def definition_of(staged: dict[str, Any]) -> dict[str, Any]:
    """An experiment with its causes as variants of one baseline."""
    causes = [{"name": cause["name"], "set": cause["set"]} for cause in staged["causes"]]
    return QUICK | {
        "name": staged["name"],
        "topology": staged["topology"],
        "workloads": [LOAD | staged.get("workload", {})],
        "set": staged["set"],
        "variants": [{"name": "baseline"}, *causes],
        "baseline": "baseline",
    }


def measure(lab: OneMachine, staged: dict[str, Any]) -> Iterator[Explanation]:
    id = lab.api.post("/experiments", {"definition": definition_of(staged)})["id"]
    lab.wait(lambda: lab.state(id).is_final, f"the end of {staged['name']}", within_s=WITHIN_S)
    runs = {run["variant"]: run["id"] for run in lab.api.get(f"/experiments/{id}")["run_list"]}
    for cause in staged["causes"]:
        difference = lab.api.get(f"/experiments/{id}/profile-difference", b=runs[cause["name"]])
        of_proxy = difference["causes"][0]
        parts = difference["shown"]["parts"] if difference["shown"] else []
        names = [part["name"] for part in parts if part["change"]["clear"]]
        yield Explanation(cause["name"], cause["names"], names, of_proxy["explained"], of_proxy["sentence"])


def _measure_all() -> list[Explanation]:
    explanations = []
    with one_machine() as lab:
        for staged in yaml.safe_load(STAGED.read_text("utf-8")):
            for explanation in measure(lab, staged):
                explanations.append(explanation)
                print(
                    "named" if explanation.is_right else "MISSED",
                    explanation.cause,
                    explanation.sentence,
                    sep=" | ",
                    flush=True,
                )
    return explanations


if __name__ == "__main__":
    with ThreadPoolExecutor(1) as pool:  # its network is nobody else's
        explanations = pool.submit(_measure_all).result()
    print(f"{sum(e.is_right for e in explanations)} of {len(explanations)} causes are named")
