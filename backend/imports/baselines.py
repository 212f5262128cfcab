"""The baseline of the suggested runs, and of each workload that has no run of it. Pure."""

from collections.abc import Sequence

from backend.imports.schemas import RunGuess

_NAMES = (
    *(
        "baseline",
        "default",
        "defaults",
        "default configuration",
        "before",
        "original",
        "untuned",
        "unpinned",
    ),
    *("默认", "默认配置", "优化前", "调优前", "デフォルト", "既定", "調整前", "最適化前", "改善前"),
)


def name_baselines(runs: Sequence[RunGuess]) -> str | None:
    """The variant that runs are compared with; workloads without a run of it get one of their own."""
    baseline = _baseline(runs)
    of_workloads: dict[str | None, list[RunGuess]] = {}
    for run in runs:
        of_workloads.setdefault(run.workload, []).append(run)
    for group in of_workloads.values():
        is_known = any(run.baseline or run.variant == baseline for run in group)
        if len(group) > 1 and not is_known:
            name = _baseline(group)
            next(run for run in group if run.variant == name).baseline = True
    return baseline


def _baseline(runs: Sequence[RunGuess]) -> str | None:
    """The row that says so, or that alone has no printed change, or that is called so; else the first."""
    if marked_run := next((run for run in runs if run.baseline), None):
        return marked_run.variant
    with_delta = [(run, run.published.delta) for run in runs if run.published]
    without = [run for run, delta in with_delta if delta is None]
    if len(without) == 1 and len(with_delta) > 1:
        return without[0].variant
    names = [run.variant or "" for run in runs]
    name = next((n for n in names if n.lower() in _NAMES), None)
    return name or next(iter(names), None)
