"""The one table of metrics: whatever stands here is stored, compared, listed and named everywhere. Pure.

Values are SI: seconds, bytes, requests. Their order is that of lists and columns. The unit decides the format
of a figure.
"""

from collections.abc import Collection
from typing import Any, Literal

from pydantic import BaseModel, Field

Direction = Literal["higher", "lower"]
Place = Literal["picker", "compare", "overall", "trials", "trial_columns"]
"""Where a metric is offered: in the picker of an experiment, in the front row and the overall table of a
comparison, in the chart and in the table of the trials of a run. Everywhere else all are."""


class Metric(BaseModel, frozen=True, serialize_by_alias=True):
    """One metric; the name is stored and never changes."""

    name: str
    label: str
    unit: Literal["1/s", "s", "B/s", "B", "1", ""]
    direction: Direction
    # Compared by absolute difference, never in percent. The API calls it `zero_ok`.
    can_be_zero: bool = Field(default=False, serialization_alias="zero_ok")
    text: str
    phrase: str = Field(description="inside a sentence")
    short: str = Field(description="where there is little room, and nothing else says what it is")
    title: str = Field(description="in full, without its definition")
    noun: str = Field(default="", exclude=True)  # in a headline; empty: the phrase
    group: Literal["rate", "latency", "failures", "cost", "size"]
    is_question: bool = Field(default=False, description="one of the headline's; others are exploratory")
    shown: tuple[Place, ...] = ()
    missing: str = Field(default="", description="why it can be missing; empty: the load tool says why")
    columns: tuple[str, ...] = Field(default=(), exclude=True)  # what tables call it, in lower case


def _metric(name: str, label: str, text: str, **more: Any) -> Metric:
    more = {"short": label, "phrase": more.get("short", label), "title": text.split(",")[0], **more}
    return Metric(name=name, label=label, text=text, **more)


def _latency(name: str, label: str, text: str, **more: Any) -> Metric:
    fields = {"unit": "s", "direction": "lower", "group": "latency", "short": f"{label} latency", **more}
    return _metric(name, label, text, **fields)


_METRICS = (
    _metric(
        "requests_per_s",
        "req/s",
        "Requests completed per second, as the load tool printed it",
        unit="1/s",
        direction="higher",
        group="rate",
        phrase="requests per second",
        noun="throughput",
        is_question=True,
        shown=("picker", "compare", "overall", "trials", "trial_columns"),
        columns=(
            *("req/s", "reqs/s", "requests/s", "req/sec", "requests/sec", "requests/second"),
            *("requests per second", "rps", "qps", "throughput", "mean req/s", "average req/s", "avg req/s"),
            *("rate", "tps", "每秒请求数", "每秒请求", "吞吐量", "吞吐率", "请求速率"),
            *("リクエスト/秒", "スループット", "毎秒リクエスト数", "秒間リクエスト数"),
        ),
    ),
    _latency(
        "latency_mean",
        "mean",
        "Mean latency of a request",
        shown=("picker", "compare", "overall", "trials", "trial_columns"),
        columns=(
            *("latency", "mean latency", "avg latency", "average latency", "latency mean", "latency avg"),
            *("mean time", "response time", "mean response time", "average response time"),
            *("time per request", "延迟", "平均延迟", "时延", "平均时延", "响应时间", "平均响应时间"),
            *("レイテンシ", "レイテンシー", "平均レイテンシ", "応答時間", "平均応答時間", "レスポンスタイム"),
        ),
    ),
    _latency(
        "latency_p50",
        "p50",
        "Median latency",
        phrase="median latency",
        shown=("picker",),
        columns=("median", "median latency", "latency median", "中位数", "中央値"),
    ),
    _latency("latency_p75", "p75", "75th percentile of latency"),
    _latency("latency_p90", "p90", "90th percentile of latency"),
    _latency("latency_p95", "p95", "95th percentile of latency"),
    _latency(
        "latency_p99",
        "p99",
        "99th percentile of latency",
        shown=("picker", "compare", "overall", "trials", "trial_columns"),
    ),
    _latency("latency_p99_9", "p99.9", "99.9th percentile of latency", shown=("picker",)),
    _latency("latency_p99_99", "p99.99", "99.99th percentile of latency"),
    _latency(
        "latency_max",
        "max",
        "Longest request of the trial",
        phrase="the longest latency",
        columns=(
            *("max latency", "latency max", "max", "longest request", "longest"),
            *("最大延迟", "最大レイテンシ"),
        ),
    ),
    _metric(
        "lag_p99",
        "lag p99",
        "99th percentile of lag, from when a request was due until it was sent",
        unit="s",
        direction="lower",
        group="latency",
        phrase="lag of the load tool",
        title="99th percentile of lag",
        missing="Only load tools that send at a fixed rate have a lag.",
    ),
    _metric(
        "failed_requests",
        "failed",
        "Requests that failed: status 4xx or 5xx, socket errors, timeouts, wrong length",
        unit="1",
        direction="lower",
        can_be_zero=True,
        group="failures",
        short="failed requests",
        title="Requests that failed",
        shown=("picker", "compare", "overall", "trial_columns"),
        columns=(
            *("failed", "failed requests", "errors", "failures", "non-2xx", "失败", "失败数"),
            *(
                "失败请求",
                "失败请求数",
                "错误",
                "错误数",
                "失敗",
                "失敗数",
                "失敗リクエスト数",
                "エラー",
                "エラー数",
            ),
        ),
    ),
    _metric(
        "cpu_s_per_request",
        "CPU/req",
        "CPU time that the server under test (the proxy, else the backend) used for one request",
        unit="s",
        direction="lower",
        group="cost",
        short="CPU time per request",
        title="CPU time per request",
        noun="CPU a request",
        is_question=True,
        missing="CPU time is counted by the agent of the host under test; "
        "none was reported for these trials.",
        shown=("picker", "compare", "trials", "trial_columns"),
    ),
    _metric(
        "server_memory",
        "memory",
        "Memory of the server under test at the end of the window, all its processes together (PSS)",
        unit="B",
        direction="lower",
        group="cost",
        title="Memory of the server under test",
        missing="Memory is read by the agent of the host under test: it may not, or is older than this.",
        shown=("trials", "trial_columns"),
    ),
    _metric(
        "server_memory_peak",
        "peak memory",
        "Memory of the server under test at its highest since its start, summed over its processes (RSS)",
        unit="B",
        direction="lower",
        group="cost",
        title="Peak memory of the server under test",
        missing="Memory is read by the agent of the host under test, which is older than this.",
        shown=("picker", "trials"),
    ),
    _metric(
        "memory_per_connection",
        "memory/conn",
        "Memory that one open connection added to the server under test since its start",
        unit="B",
        direction="lower",
        group="cost",
        short="memory per connection",
        title="Memory per connection",
        missing="At least 1,000 connections have to be open when the window has ended: "
        "load tools close theirs before, held ones stay open.",
        shown=("trials",),
    ),
    _metric(
        "bytes_per_s",
        "bytes/s",
        "Bytes received per second",
        unit="B/s",
        direction="higher",
        group="rate",
        short="bytes per second",
        columns=("transfer/sec", "transfer rate", "bytes/s", "transfer"),
    ),
    _metric(
        "requests",
        "requests",
        "Requests completed",
        unit="1",
        direction="higher",
        group="size",
        shown=("trial_columns",),
        columns=(
            *("requests", "total requests", "requests total", "reqs", "number of requests", "# requests"),
            *("complete requests", "completed requests", "请求数", "总请求数"),
            *("リクエスト数", "総リクエスト数"),
        ),
    ),
)

METRICS: dict[str, Metric] = {m.name: m for m in _METRICS}
MAIN = METRICS["requests_per_s"]
"""What a page shows first, and a stopping rule starts with."""
MEAN_LATENCY, TAIL = METRICS["latency_mean"], METRICS["latency_p99"]
"""What stands beside it."""
PERCENTILES: tuple[str, ...] = tuple(m.name for m in _METRICS if m.name.startswith("latency_p"))
SHARES: dict[str, float] = {
    name: round(float(name.removeprefix("latency_p").replace("_", ".")) / 100, 6) for name in PERCENTILES
}
"""Metric of a percentile → share of the requests, 0.999 of latency_p99_9."""


IN_ORDER = tuple(dict.fromkeys([MAIN.name, TAIL.name, MEAN_LATENCY.name, *METRICS]))
"""Where nothing else is asked, the first that anything can be compared by is told: imports may have latencies
alone."""
QUESTIONS: tuple[str, ...] = tuple(m.name for m in _METRICS if m.is_question)
"""What a headline answers. Every other metric is exploratory."""


def exploratory_among(metric_names: Collection[str], questions: Collection[str] = QUESTIONS) -> list[str]:
    """Those of the measured metrics that are no question; without a question the first one is it."""
    answerable = [name for name in questions if name in metric_names]
    answerable = answerable or [name for name in IN_ORDER if name in metric_names][:1]
    return [name for name in METRICS if name in metric_names and name not in answerable]


def shown_in(place: Place) -> tuple[Metric, ...]:
    """The metrics that are offered in a place."""
    return tuple(metric for metric in _METRICS if place in metric.shown)
