"""Workloads that stand for several: one for each of `protocol: [h1, h2]` and of `rates: [500, 1000]`. Pure.

Works on plain data of any shape: what cannot be split is left to the model.
"""

from collections.abc import Iterator
from typing import Any, get_args

from agents.catalog.tool import HttpProtocol
from backend.definition.issues import Issue
from backend.definition.workloads.rate_shares import is_percentage

MAX_RATES = 20
_PROTOCOLS = get_args(HttpProtocol)


def split_workloads(data: dict[str, Any]) -> list[Issue]:
    """Replace such workloads by their parts, and say which rates are none."""
    workloads = data.get("workloads")
    if not isinstance(workloads, list):
        return []
    issues: list[Issue] = []
    parts: list[Any] = []
    for position, workload in enumerate(workloads):
        if problem := _problem_of_rates(workload):
            issues.append((("workloads", position, "rates"), problem))
            del workload["rates"]
            workload.setdefault("rate", 1)
        parts += [part for load in _split_by_rate(workload) for part in _split_by_protocol(load)]
    data["workloads"] = parts
    return issues


def _problem_of_rates(workload: Any) -> str | None:
    if not isinstance(workload, dict) or "rates" not in workload:
        return None
    rates = workload["rates"]
    if "rate" in workload:
        return "give either rate or rates, not both"
    if not isinstance(rates, list) or not 0 < len(rates) <= MAX_RATES:
        return (
            f"rates must be a list of 1 to {MAX_RATES} numbers of requests per second, such as [500, 1000], "
            "or percentages of the baseline's ceiling, such as [50%, 90%]"
        )
    if len({is_percentage(rate) for rate in rates}) > 1:
        return "rates must be all requests per second, or all percentages of the baseline's ceiling"
    return None


def _split_by_rate(workload: Any) -> Iterator[Any]:
    if not isinstance(workload, dict) or "rates" not in workload:
        yield workload
        return
    rest = {key: value for key, value in workload.items() if key != "rates"}
    for rate in workload["rates"]:
        rate_text = str(rate)[:20]
        suffix = f"at {rate_text}" if is_percentage(rate) else f"{rate_text} a second"
        yield rest | {"name": _name_part(workload, suffix), "rate": rate}


def _split_by_protocol(workload: Any) -> Iterator[Any]:
    protocols = workload.get("protocol") if isinstance(workload, dict) else None
    if not isinstance(protocols, list) or not 0 < len(protocols) <= len(_PROTOCOLS):
        yield workload
        return
    for protocol in protocols:
        fields = workload | {"name": _name_part(workload, str(protocol)), "protocol": protocol}
        if protocol == "h1":
            fields.pop("streams", None)  # HTTP/1.1 has none
        yield fields


def _name_part(workload: dict[str, Any], suffix: str) -> str:
    return f"{workload['name']} {suffix}" if workload.get("name") else suffix
