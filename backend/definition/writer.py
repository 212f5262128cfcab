"""A definition as tidy YAML."""

from collections.abc import Sequence
from typing import Any

from agents.catalog.knobs import value_text
from agents.contract.held import Hold
from agents.contract.workload import Workload
from backend.definition.model import (
    Definition,
    DiagnosticOptions,
    KnobMap,
    PublishedTableRow,
    UntilDecided,
    Variant,
)
from backend.definition.units import duration_text
from backend.definition.workloads.mix_text import to_lines
from backend.definition.yaml_text import Flow, FlowList, dump
from backend.presentation.words import full_percent

_ONE_LINE = 3  # knobs


def to_yaml(definition: Definition) -> str:
    """Tidy YAML that parses back to the same definition."""
    data = definition.model_dump(exclude_none=True)
    data["workloads"] = [_workload(w) for w in definition.workloads]
    if definition.ceiling:
        limits = {name: duration_text(limit) for name, limit in definition.ceiling.latency.items()}
        data["ceiling"] = Flow(data["ceiling"] | ({"latency": Flow(limits)} if limits else {}))
        del data["trials"], data["min_effect"]  # each probe is a trial, and nothing is compared
        for workload in data["workloads"]:
            del workload[definition.ceiling.of]  # the search says how many
    else:
        del data["kind"]
        data["trials"] = _trials(definition.trials)
        data["min_effect"] = full_percent(definition.min_effect)
    if definition.servers:
        data["servers"] = Flow(data["servers"])
    if definition.wait_for_hosts is not None:
        data["wait_for_hosts"] = duration_text(definition.wait_for_hosts)
    data["diagnostics"] = _diagnostics(definition.diagnostics)
    data["warmup"] = Flow({key: duration_text(value) for key, value in data["warmup"].items()})
    data["allowed_failures"] = (
        full_percent(definition.allowed_failures) if definition.allowed_failures else []
    )
    data["set"] = _knobs(definition.knobs)
    data["factors"] = {
        factor: {level: _knobs(knobs) for level, knobs in levels.items()}
        for factor, levels in definition.factors.items()
    }
    data["variants"] = [_variant(v) for v in definition.variants]
    if isinstance(definition.baseline, dict):
        data["baseline"] = Flow(definition.baseline)
    if definition.published:
        data["published"]["rows"] = [_row(row) for row in definition.published.rows]
    return dump({key: value for key, value in data.items() if value not in ({}, [])})


def workload_yaml(workloads: Sequence[Workload]) -> str:
    """The part of a definition that says its workloads."""
    return dump({"workloads": [_workload(workload) for workload in workloads]})


def _diagnostics(options: DiagnosticOptions) -> Flow:
    """Write what differs from the rule for all; mostly nothing."""
    data = options.model_dump(exclude_defaults=True)
    return Flow(data | ({"duration": duration_text(options.duration)} if "duration" in data else {}))


def _trials(trials: int | UntilDecided) -> Flow | int:
    return trials if isinstance(trials, int) else Flow(trials.model_dump(exclude={"instead_of"}))


def _knobs(knobs: KnobMap) -> dict[str, Any]:
    values = {k: value_text(v) if isinstance(v, bool) else v for k, v in knobs.items()}
    return Flow(values) if len(values) <= _ONE_LINE else values


def _workload(workload: Workload) -> dict[str, Any]:
    data = workload.model_dump(exclude_defaults=True)
    for key in ("duration", "timeout"):
        if f"{key}_s" in data:
            data[key] = f"{data.pop(f'{key}_s')}s"
    if workload.rate_share:
        del data["rate_share"]
        data["rate"] = full_percent(workload.rate_share.share)
    if workload.site:
        data["site"] = FlowList(workload.site)
    if workload.hold:
        data["hold"] = _hold(workload.hold)
    first = {k: getattr(workload, k) for k in ("name", "tool", "threads", "connections")}
    if not workload.mix:
        return Flow(first | data)
    lines = to_lines(workload.mix)
    return first | data | {"mix": lines or [Flow(entry) for entry in data["mix"]]}


def _hold(hold: Hold) -> Flow:
    every = duration_text(hold.every_s)
    return Flow(connections=hold.connections, every=every, per_second=hold.per_second)


def _variant(variant: Variant) -> dict[str, Any]:
    data = variant.model_dump(exclude_none=True)
    data["set"] = _knobs(variant.knobs)
    data = {key: value for key, value in data.items() if value != {}}
    return data if variant.note or len(variant.knobs) > _ONE_LINE else Flow(data)


def _row(row: PublishedTableRow) -> Flow:
    data = row.model_dump(exclude_none=True, exclude_defaults=True)
    if row.requests_per_s is not None and row.requests_per_s.is_integer():
        data["requests_per_s"] = int(row.requests_per_s)
    if row.latency_mean is not None:
        data["latency_mean"] = duration_text(row.latency_mean)
    if row.delta is not None:
        data["delta"] = full_percent(row.delta, sign=True)
    return Flow(data)
