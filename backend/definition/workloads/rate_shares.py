"""Rates as shares of the baseline's ceiling, `rate: 70%`: how it is found, and the rates that follow. Pure.

The ceiling is what the baseline answers to the same load as fast as a closed loop asks. It is found once,
before the first trial; all variants and rounds are then measured at the rates that follow.
"""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from pydantic import ValidationError

from agents.catalog.knobs.values import quote
from agents.catalog.tools import DEFAULT_TOOL
from agents.catalog.whole import read_whole
from agents.contract.workload import MAX_RATE, MIN_RATE_SHARE, RateShare, Workload
from backend.definition.issues import Issue, Path
from backend.definition.model import Definition
from backend.definition.units import share_of
from backend.presentation.words import full_percent

CEILING_TRIALS = 3
"""Trials of the baseline; the ceiling is their median."""
MAX_CEILING_TRIAL_S = 10


def is_percentage(rate: object) -> bool:
    return isinstance(rate, str) and rate.rstrip().endswith("%")


def normalize(path: Path, workload: dict[str, Any]) -> list[Issue]:
    """Read `rate: 70%`; what an experiment measured before is left out, to be measured anew."""
    known_share = workload.get("rate_share")
    if isinstance(known_share, dict) and (
        workload.get("rate") is None or known_share.get("ceiling") is not None
    ):
        workload.pop("rate", None)
        workload["rate_share"] = {"share": known_share.get("share")}
        return []
    if workload.get("rate") is not None:
        workload.pop("rate_share", None)
    raw = workload.get("rate")
    if isinstance(raw, str) and read_whole(raw) is None:
        del workload["rate"]
        workload["rate_share"] = {"share": 1.0}
        if not is_percentage(raw):
            kinds = "requests per second, such as 2000, or a percentage, such as 70%"
            return [((*path, "rate"), f"rate must be {kinds}; got {quote(raw)}")]
        try:
            workload["rate_share"] = {"share": share_of(raw, MIN_RATE_SHARE)}
        except ValueError as error:
            return [((*path, "rate"), f"rate {error}")]
    return []


def check(definition: Definition) -> Iterator[Issue]:
    """Find loads with such a rate whose ceiling cannot be measured."""
    for i, workload in enumerate(definition.workloads):
        if workload.rate_share is None:
            continue
        if workload.hold:
            text = "beside held connections give a rate in requests per second, not in percent"
            yield (("workloads", i, "rate"), text)
        elif problem := _problem(workload):
            text = f"the baseline's ceiling is measured by {DEFAULT_TOOL}: {problem}"
            yield (("workloads", i, "rate"), f"{text}. Or give requests per second")


def _problem(workload: Workload) -> str | None:
    try:
        closed_loop(workload)
    except ValidationError as error:
        return _message(error)
    return None


def _message(error: ValidationError) -> str:
    return error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")


def closed_loop(workload: Workload) -> Workload:
    """The same load without a rate from one host, by a tool that sends as soon as it has an answer."""
    changes = {
        "name": "ceiling",
        "tool": DEFAULT_TOOL,
        "connections": workload.connections // workload.threads * workload.threads,
        "duration_s": min(workload.duration_s or MAX_CEILING_TRIAL_S, MAX_CEILING_TRIAL_S),
        "rate": None,
        "rate_share": None,
        "hold": None,
        "hosts": 1,
    }
    return Workload.model_validate(workload.model_dump() | changes)


def ceilings_to_find(definition: Definition) -> list[Workload]:
    """Closed loops whose ceilings its rates are shares of, each once."""
    loads: list[Workload] = []
    for workload in definition.workloads:
        if workload.rate_share and not _problem(workload) and closed_loop(workload) not in loads:
            loads.append(closed_loop(workload))
    return loads


def sentence(definition: Definition) -> str | None:
    """Sentence on the trials before the first round; None where no rate is a share."""
    loads = ceilings_to_find(definition)
    if not loads:
        return None
    spans = " and ".join(f"{CEILING_TRIALS} × {load.duration_s} s" for load in loads)
    return f"Before the first trial {DEFAULT_TOOL} finds the ceiling of the baseline in {spans}."


def ceiling_of(rates: Sequence[float]) -> int:
    """Requests per second of valid trials → the ceiling."""
    return round(median(rates))


def with_rate(workload: Workload, ceiling: int, is_tool_limit: bool, hosts: int) -> Workload:
    """The load at its share of a ceiling; ValueError where it cannot be sent.

    Hosts and processes share a rate, so it is the next lower multiple of them.
    """
    assert workload.rate_share
    share, unit = workload.rate_share.share, workload.processes * workload.host_count(hosts)
    rate = int(share * ceiling + 1e-6) // unit * unit
    words = f"{full_percent(share)} of {ceiling:,} requests/s"
    if not rate:
        raise ValueError(f"{words} is less than one for each of {unit} processes")
    if rate > MAX_RATE:
        raise ValueError(f"{words} is more than the {MAX_RATE:,} requests/s that are sent at most")
    known_share = RateShare(share=share, ceiling=ceiling, is_tool_limit=is_tool_limit)
    try:
        return Workload.model_validate(workload.model_dump() | {"rate": rate, "rate_share": known_share})
    except ValidationError as error:
        raise ValueError(f"{words}: {_message(error)}") from None
