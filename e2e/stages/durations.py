"""What tests took, as their runners wrote it down, and whether that is what their files may take.

A budget is the seconds of a file on two quiet cores. It is compared with the file's share of its stage, so
that a slow or busy machine, on which everything takes longer, is no reason to fail.
"""

import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

RESULTS = Path(".test-results")
BUDGETS = Path(__file__).with_name("budgets.json")
PLACES = {"frontend": "frontend/", "e2e": "e2e/scenarios/", "e2e-hosts": "e2e/three-hosts/"}
DEFAULT_S = 5.0
FAR = 3.0  # times its budget
SHOWN = 30


@dataclass(frozen=True)
class Case:
    """One test: its stage, the path of its file, its name, and its seconds with setup and teardown."""

    stage: str
    file: str
    name: str
    seconds: float


def read(result: Path) -> list[Case]:
    """The cases of one JUnit file, which is named after its stage."""
    cases = []
    for suite in ElementTree.parse(result).getroot().iter("testsuite"):
        for case in suite.findall("testcase"):
            file = PLACES.get(result.stem, "") + (case.get("file") or case.get("classname") or "")
            cases.append(Case(result.stem, file, case.get("name") or "", float(case.get("time") or 0)))
    return cases


def read_all(folder: Path = RESULTS) -> list[Case]:
    return [case for result in sorted(folder.glob("*.xml")) for case in read(result)]


def slowest(cases: Sequence[Case]) -> list[str]:
    """A line each."""
    longest = sorted(cases, key=lambda case: -case.seconds)[:SHOWN]
    return [f"{case.seconds:7.1f} s  {case.file}  {case.name}" for case in longest]


def budgets() -> dict[str, float]:
    """File → seconds; for those that may take longer than DEFAULT_S."""
    return json.loads(BUDGETS.read_text())


def over_budget(cases: Sequence[Case], budgets: Mapping[str, float]) -> list[str]:
    """A line for each file that took FAR times what its budget is worth on this machine at this time."""
    stages: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for case in cases:
        stages[case.stage][case.file] += case.seconds
    lines = []
    for files in stages.values():
        budget_files = [file for file in files if file in budgets]
        budget_s = sum(budgets[file] for file in budget_files)
        pace = max(1.0, sum(files[file] for file in budget_files) / budget_s) if budget_s else 1.0
        for file, seconds in files.items():
            budget = budgets.get(file, DEFAULT_S)
            if seconds > FAR * budget * pace:
                lines.append(f"{seconds:7.1f} s  {file}: {budget:g} s, {pace:.1f} times that on this machine")
    return lines


def declare(cases: Sequence[Case]) -> None:
    """Write down what files take, if longer than DEFAULT_S; the run was on two quiet cores."""
    files: dict[str, float] = defaultdict(float)
    for case in cases:
        files[case.file] += case.seconds
    long = {file: math.ceil(seconds) for file, seconds in sorted(files.items()) if seconds > DEFAULT_S}
    BUDGETS.write_text(json.dumps(long, indent=2) + "\n")
