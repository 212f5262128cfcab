"""`--fail-if`: when a result fails a command, and the JUnit report that says so. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from agents.catalog.metrics import METRICS, Metric
from backend.presentation.changes import percent

FAILS_MORE = "fails-more"
VERDICTS = ("worse", "better", "same", "unclear", FAILS_MORE)
DEFAULT_METRIC = "requests_per_s"


@dataclass(frozen=True)
class Gate:
    """A verdict on a metric that fails the command; `min_change` 0.05: only from a change of 5%.

    `fails-more` is about attempts and requests, whatever the metric.
    """

    verdict: str
    metric: str = DEFAULT_METRIC
    min_change: float = 0.0

    def __str__(self) -> str:
        if self.verdict == FAILS_MORE:
            return "fails more"
        from_on = f" by {100 * self.min_change:g}% or more" if self.min_change else ""
        return f"{self.verdict} in {METRICS[self.metric].label}{from_on}"


Named = tuple[str, Mapping[str, Any]]
"""The name of a candidate, and its delta as the API gives it."""


@dataclass(frozen=True)
class Judgement:
    """One gate on one candidate. `tripped` is None where no valid trials allow an answer."""

    gate: Gate
    name: str
    is_tripped: bool | None
    sentence: str


def parse_gate(text: str) -> Gate:
    """`worse`, `worse:latency_p99` or `worse:latency_p99:5%`; ValueError says what is wrong with it."""
    verdict, *rest = (part.strip() for part in text.split(":"))
    if verdict not in VERDICTS or len(rest) > 2:
        raise ValueError(
            f"--fail-if takes VERDICT[:METRIC[:PERCENT]] with {', '.join(VERDICTS)}, for example "
            f"worse:latency_p99:5; got “{text}”"
        )
    if verdict == FAILS_MORE and rest:
        raise ValueError(f"--fail-if {FAILS_MORE} takes no metric and no percentage; got “{text}”")
    metric = rest[0] if rest and rest[0] else DEFAULT_METRIC
    if metric not in METRICS:
        raise ValueError(f"--fail-if: there is no metric “{metric}”; there is: {', '.join(METRICS)}")
    return Gate(verdict, metric, _percent(text, metric, rest[1]) if len(rest) > 1 else 0.0)


def _percent(text: str, metric: str, number: str) -> float:
    if METRICS[metric].can_be_zero:
        raise ValueError(f"--fail-if: {metric} can be zero, so it has no percentage; leave out “:{number}”")
    try:
        min_change = float(number.removesuffix("%"))
    except ValueError:
        min_change = -1.0
    if not 0 <= min_change < float("inf"):
        raise ValueError(f"--fail-if: “{number}” in “{text}” is not a percentage such as 5 or 2.5%")
    return min_change / 100


def judge(
    gates: Sequence[Gate], deltas: Mapping[str, Sequence[Named]], is_family: bool = False
) -> list[Judgement]:
    """Every gate on each (name, delta) of its metric.

    deltas  metric → what the API says of it, as DeltaOut. There each metric is adjusted for its candidates,
            and an exploratory one for all others. Gates ask about their metrics alone: Holm goes over these.
    is_family  the deltas of one metric are not adjusted together yet
    """
    judged_metrics = {gate.metric for gate in gates if gate.verdict != FAILS_MORE}
    is_explored = any(d.get("exploratory") for metric in judged_metrics for _, d in deltas[metric])
    if len(judged_metrics) > 1 or is_explored or is_family:
        deltas = {**deltas, **_together({metric: deltas[metric] for metric in judged_metrics})}
    return [_judge(gate, name, delta) for gate in gates for name, delta in deltas[gate.metric]]


def _together(deltas: Mapping[str, Sequence[Named]]) -> dict[str, list[Named]]:
    """Better and worse by what is clear of chance among the metrics that have a gate."""
    from backend.statistics.estimate import ALPHA
    from backend.statistics.holm import holm

    flat = [(metric, name, delta) for metric, named_deltas in deltas.items() for name, delta in named_deltas]
    began = sum(d["p"] is not None or d["verdict"] == "left_out" for _, _, d in flat)
    adjusted_ps = holm([float("nan") if d["p"] is None else d["p"] for _, _, d in flat], began).tolist()
    out: dict[str, list[Named]] = {metric: [] for metric in deltas}
    for (metric, name, delta), p in zip(flat, adjusted_ps, strict=True):
        out[metric].append((name, {**delta, "verdict": _word(METRICS[metric], delta, p < ALPHA)}))
    return out


def _word(metric: Metric, delta: Mapping[str, Any], is_clear: bool) -> str:
    if delta["verdict"] in ("better", "worse") and not is_clear:
        return "unclear"
    if delta["verdict"] == "unclear" and delta.get("exploratory") and is_clear:
        change = delta["change"] if delta["difference"] is None else delta["difference"]
        is_better = (change > 0) == (metric.direction == "higher")
        failures = delta.get("failures") or {}
        is_withheld = failures.get("withholds") or failures.get("word") == "fails more"
        return "worse" if not is_better else "unclear" if is_withheld else "better"
    return delta["verdict"]


def _judge(gate: Gate, name: str, delta: Mapping[str, Any]) -> Judgement:
    if delta["verdict"] in ("left_out", "context"):
        return Judgement(gate, name, False, f"{name}: not judged. {delta['reason']}")
    if gate.verdict == FAILS_MORE:
        return _judge_failures(gate, name, delta)
    change = delta["change"] if delta["difference"] is None else delta["difference"]
    if change is None or delta["verdict"] == "interim" or delta.get("control_alarm"):
        return Judgement(gate, name, None, f"{name}: nothing to judge. {delta['reason']}")
    is_tripped = delta["verdict"] == gate.verdict and abs(change) >= gate.min_change
    return Judgement(gate, name, is_tripped, f"{name}: {_describe(gate, delta)}")


def _judge_failures(gate: Gate, name: str, delta: Mapping[str, Any]) -> Judgement:
    failures = delta.get("failures")
    if failures is None or delta["verdict"] == "interim":
        return Judgement(gate, name, None, f"{name}: nothing to judge. Its failures were not compared.")
    is_tripped = failures["word"] == "fails more"
    return Judgement(gate, name, is_tripped, f"{name}: {failures['clause'] or 'does not fail more'}")


def _describe(gate: Gate, delta: Mapping[str, Any]) -> str:
    label, low, high = METRICS[gate.metric].label, delta["low"], delta["high"]
    if delta["difference"] is None:
        figures = [percent(x) for x in (delta["change"], low, high)]
    else:
        figures = ["–" if x is None else f"{x:+g}" for x in (delta["difference"], low, high)]
    interval = "" if low is None else f" [{figures[1]}, {figures[2]}]"
    mark = ", from suspect trials" if delta.get("suspect") else ""
    return f"{figures[0]} {label}{interval}, {delta['verdict']}{mark}"


def sentences(judgements: Sequence[Judgement]) -> list[str]:
    """What fails the command or could not be judged, one per line."""
    failures = [f"fails: {j.gate}: {j.sentence}" for j in judgements if j.is_tripped]
    return failures + [f"no result: {j.sentence}" for j in judgements if j.is_tripped is None]


def junit(name: str, judgements: Sequence[Judgement]) -> bytes:
    """A report that CI servers show: a test case for each gate and candidate."""
    suite = ElementTree.Element(
        "testsuite",
        name=name,
        tests=str(len(judgements)),
        failures=str(sum(j.is_tripped is True for j in judgements)),
        errors=str(sum(j.is_tripped is None for j in judgements)),
    )
    for judgement in judgements:
        case = ElementTree.SubElement(
            suite, "testcase", classname=name, name=f"{judgement.name}: not {judgement.gate}"
        )
        if judgement.is_tripped is not False:
            kind = "failure" if judgement.is_tripped else "error"
            ElementTree.SubElement(case, kind, message=judgement.sentence).text = judgement.sentence
        else:
            ElementTree.SubElement(case, "system-out").text = judgement.sentence
    return ElementTree.tostring(suite, "utf-8", xml_declaration=True)
