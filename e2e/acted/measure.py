"""The staged list on a real stack: what is said of each setting in question, before launch or on its run."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from agents.catalog.signs import CALLS
from backend.acted.settings import word_of
from backend.cli.client import ApiProblem
from e2e.acted.cases import Case
from e2e.faults.one_machine import OneMachine

WITHIN_S = 400
SHORT = {"trials": 1, "control": False, "warmup": {"prepared": "0s", "trial": "0s"}}

CALLS_ONLY = {"system_calls": True, "duration": "2s"}


class Outcome(NamedTuple):
    """What was said of a case. `states`: setting in question → its state, `refusal`: why it did not run."""

    case: Case
    states: dict[str, str]
    refusal: str = ""

    @property
    def is_idle(self) -> bool:
        """Whether every setting in question is said to have done nothing."""
        return bool(self.states) and set(self.states.values()) == {"never_acted"}


def measure(lab: OneMachine, cases: Sequence[Case]) -> Iterator[Outcome]:
    """Cases that share a baseline are variants of one experiment."""
    groups: dict[str, list[Case]] = {}
    for case in cases:
        key = json.dumps([case.topology, case.base, case.workload], sort_keys=True)
        groups.setdefault(key, []).append(case)
    for group in groups.values():
        yield from _measure_group(lab, group)


def _measure_group(lab: OneMachine, cases: Sequence[Case]) -> Iterator[Outcome]:
    counts_calls = any(word_of(setting) in CALLS for case in cases for setting in case.told)
    definition = cases[0].definition(**SHORT, **({"diagnostics": CALLS_ONLY} if counts_calls else {}))
    variants = [{"name": f"variant {n}", "set": dict(case.changes)} for n, case in enumerate(cases)]
    definition["variants"] = [{"name": "baseline"}, *variants]
    try:
        id = lab.api.post("/experiments", {"definition": definition})["id"]
    except ApiProblem as error:
        if len(cases) > 1:
            for case in cases:
                yield from _measure_group(lab, [case])
        else:
            yield Outcome(cases[0], {}, refusal=str(error)[:300])
        return
    lab.wait(lambda: lab.state(id).is_final, f"the end of {cases[0].title}", within_s=WITHIN_S)
    lab.wait_rest()
    runs = {run["variant"]: run for run in lab.api.get(f"/experiments/{id}")["run_list"]}
    for n, case in enumerate(cases):
        yield _outcome(case, runs[f"variant {n}"])


def _outcome(case: Case, run: dict[str, Any]) -> Outcome:
    if run["failure"]:
        return Outcome(case, {}, refusal=run["failure"]["message"][:300])
    states = {sign["setting"]: sign["state"] for sign in run["setting_signs"]}
    return Outcome(case, {name: states.get(name, "unknown") for name in case.told})
