"""Figures of a load tool's saved output, in SI base units; None where the tool does not say."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Number = int | float
Times = dict[str, Number | None]
"""Seconds by name: mean, stdev, min, median, max, p50 … p99.999. No seconds: num, count, within_stdev_pct."""


class NotAReport(ValueError):
    """The text holds no report that can be trusted.

    `reason` says what is wrong, where, and what to do. `tool` is set when the text is known to come from that
    tool; `seen` then holds what little it says (`report` is False), such as ab's `partial_total`.
    """

    def __init__(
        self, reason: str, tool: str | None = None, partial_report: ToolReport | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.tool = tool
        self.seen = partial_report


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Errors(_Strict):
    """Counts by kind: 0 if the tool says 0 or its source proves 0, None if it does not tell."""

    connect: int | None = None
    read: int | None = None
    write: int | None = None
    timeout: int | None = None
    status: int | None = None
    length: int | None = None
    exceptions: int | None = None
    total_failed: int | None = None


class ToolReport(_Strict):
    """One report. `requests` counts failed ones too where the tool does; read `failed_requests()` beside it.

    `warnings` are lines that the tool printed (those of ab are rounding artefacts). `cautions` are ours:
    what is missing, not to be trusted, or easily misread. `raw` has printed strings, `exact` the Lua hook's.
    `path` is that of a request, where the whole `url` is not known. `failures` are the failed requests by
    the count of the tool's reader, None where what the tool counted proves nothing; `empty_answers` are those
    without a body, where the tool counted the others as failed.
    """

    tool: str
    version: str | None = None
    report: bool = True
    dialect: Literal["text", "json"] | None = None
    json_valid: bool | None = None
    html: bool | None = None
    url: str | None = None
    path: str | None = None
    server: str | None = None
    tls: str | None = None
    protocol: str | None = None
    threads: int | None = None
    connections: int | None = None
    concurrency: int | None = None
    requests: int | None = None
    partial_total: int | None = None
    errors: Errors = Field(default_factory=Errors)
    duration_s: float | None = None
    requests_per_s: float | None = None
    bytes: Number | None = None
    bytes_per_s: float | None = None
    header_bytes: int | None = None
    body_bytes: int | None = None
    bytes_sent: int | None = None
    document_length: int | None = None
    keepalive_requests: int | None = None
    handshake_failures: int | None = None
    time_per_request_s: float | None = None
    time_per_request_all_s: float | None = None
    latency_s: Times | None = None
    connect_s: Times | None = None
    processing_s: Times | None = None
    waiting_s: Times | None = None
    ttfb_s: Times | None = None
    total_s: Times | None = None
    raw_times: dict[str, Times] | None = None
    thread_req_per_s: Times | None = None
    counts: dict[str, int | None] | None = None
    status: dict[str, int] | None = None
    hdr: list[Times] | None = None
    spectrum_rows: int | None = None
    calibration: list[Times] | None = None
    exact: dict[str, Any] | None = None
    warnings: list[str] = Field(default_factory=list)
    cautions: list[str] = Field(default_factory=list)
    raw: dict[str, Any] = Field(default_factory=dict)
    failures: int | None = Field(default=0, exclude=True)
    empty_answers: int | None = Field(default=None, exclude=True)
    status_words: str = Field(default="answers with status 400 or above", exclude=True)

    def failed_requests(self) -> int | None:
        """Number of failed requests, by everything the tool tells; None without a report.

        All, if no byte came back.
        """
        if not self.report or self.failures is None:
            return None
        return max(self.failures, self.requests or 0) if self.bytes == 0 else self.failures

    def failures_summary(self) -> str:
        """The failures in words, "" if there is none: "591 read errors, 3 timeouts"."""
        if not self.report:
            return "no report"
        e = self.errors
        kinds = {
            "connect errors": e.connect,
            "read errors": e.read,
            "write errors": e.write,
            "timeouts": e.timeout,
            "empty answers": self.empty_answers,
            "wrong lengths": e.length if self.empty_answers is None else None,
            "exceptions": e.exceptions,
            "failed TLS handshakes": self.handshake_failures,
            self.status_words: e.status,
        }
        words = [f"{n} {kind}" for kind, n in kinds.items() if n]
        if e.total_failed and self.empty_answers is None:
            words.insert(0, f"{e.total_failed} failed by {self.tool}'s count")
        if self.requests == 0:
            words.append("no request was answered")
        elif self.requests and self.bytes == 0:
            words.append("no byte came back")
        return ", ".join(words)
