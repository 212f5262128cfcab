"""Settings of runs in words. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.contract.workload import Workload
from backend.analysis.schemas import RunSummary
from backend.presentation.figures import count, span
from backend.presentation.words import join_words, plural, protocol_words
from backend.shown_workload import ShownWorkload, rate_words

PATHS = {
    "direct": "requests go straight from the load host to the backend",
    "proxied": "requests go from the load host through the proxy to the backend",
    "proxy_only": "requests go from the load host to the proxy, which answers itself",
}
_MAX_LENGTH = 60


def short_knob(name: str) -> str:
    """Knobs of nginx and kernel keys stand without their prefix, as they do in nginx.conf and in sysctl."""
    bare = name.removeprefix("nginx.")
    for host in ("load.", "backend."):
        if bare.startswith(f"{host}sysctl."):
            return host + bare.removeprefix(f"{host}sysctl.")
    return bare.removeprefix("sysctl.")


def value_text(value: Any) -> str:
    """Value in one line: switches are on and off, longer texts are counted in lines or cut."""
    if isinstance(value, bool):
        return "on" if value else "off"
    text = str(value)
    if "\n" in text.strip():
        return f"raw text ({plural(len(text.strip().splitlines()), 'line')})"
    text = text.strip()
    return text if len(text) <= _MAX_LENGTH else f"{text[: _MAX_LENGTH - 1]}…"


def items(run: RunSummary) -> dict[str, str]:
    """Setting → value in words: knobs of measured runs, free settings of imported ones."""
    settings = {short_knob(name): value_text(value) for name, value in run.knobs.items()}
    return settings | {name: value_text(text) for name, text in run.described.items()}


def common_settings(runs: Sequence[RunSummary]) -> dict[str, str]:
    """Settings that all runs share; none for a single run."""
    if len(runs) < 2:
        return {}
    first, *other_runs = (items(run) for run in runs)
    return {k: v for k, v in first.items() if all(settings.get(k) == v for settings in other_runs)}


def settings_of(run: RunSummary, common: dict[str, str]) -> list[str]:
    """`worker_processes 2`, each setting that is not common to all."""
    return [f"{name} {value}".strip() for name, value in items(run).items() if name not in common]


def what_is_set(run: RunSummary, common: dict[str, str], usual: str | None = None) -> str:
    """The column of write-ups' tables; `usual` is the topology of most, which goes without saying."""
    words = settings_of(run, common)
    path = [run.topology.replace("_", " ")] if usual not in (None, run.topology) else []
    if run.is_control:
        return "the baseline once more (A/A control)"
    return "; ".join([*path, *words]) or ("the defaults" if not common else "nothing more")


def what_changes(knobs: Mapping[str, Any]) -> str:
    """`access_log off; gzip default`: the knobs that a step sets otherwise; None is the default."""
    texts = [
        f"{short_knob(name)} {'default' if value is None else value_text(value)}"
        for name, value in knobs.items()
    ]
    return "; ".join(texts) or "nothing"


def asked_words(workload: Workload) -> str:
    """The mix of a workload in words, else its path."""
    return ShownWorkload.model_validate(workload).mix_words or workload.path


def _rate_words(workload: Workload, rate_to: int | None) -> list[str]:
    """`2,000 requests per second`; of a search the range, of a share the ceiling too."""
    if workload.rate_share:
        return [rate_words(workload.rate_share, workload.rate)]
    if workload.rate is None:
        return []
    first = f"{count(workload.rate)} to " if rate_to else ""
    return [f"{first}{count(rate_to or workload.rate)} requests per second"]


def load_words(workload: Workload, up_to: int | None = None, rate_to: int | None = None) -> str:
    """`TOOL with 4 threads and 100 connections, 1 min a trial, keep-alive, path /`.

    `up_to`, `rate_to`: the largest probe of a search, which begins at the workload's connections or rate.
    """
    many = f"{plural(workload.threads, 'thread')} and " if workload.threads > 1 else ""
    if workload.processes > 1:
        many = f"{workload.processes} processes, {plural(workload.threads, 'thread')} each, and "
    connections = plural(workload.connections, "connection")
    if "connections" in workload.unknown:
        connections = "an unknown number of connections"
    if up_to is not None:
        connections = f"{count(workload.connections)} to {plural(up_to, 'connection')}"
    hosts = "all load hosts" if workload.hosts == "all" else f"{workload.hosts} load hosts"
    parts = [f"{workload.tool} with {many}{connections}{f' from {hosts}' if workload.hosts != 1 else ''}"]
    if workload.protocol or workload.streams:
        parts.append(protocol_words(workload.protocol, workload.streams))
    if workload.hold:
        parts.append(f"{count(workload.hold.connections)} connections held beside it")
    parts += _rate_words(workload, rate_to)
    if workload.duration_s:
        parts.append(f"{span(workload.duration_s)} a trial")
    if workload.requests:
        parts.append(f"{count(workload.requests)} requests a trial")
    if "length" in workload.unknown:
        parts.append("trials of unknown length")
    parts.append("keep-alive" if workload.keepalive else "a new connection for each request")
    parts.append(asked_words(workload) if workload.mix else f"path {value_text(workload.path)}")
    if workload.host:
        parts.append(f"Host {workload.host}")
    if workload.headers:
        parts.append(f"headers {join_words(list(workload.headers))}")
    return ", ".join(parts)
