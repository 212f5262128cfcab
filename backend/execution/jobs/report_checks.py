"""Check of a host's report: nothing but what its job asked for, in forms that may be used. Pure.

A report comes from another machine. Its addresses end in configurations and commands of other hosts, its
texts on pages, its numbers in statistics; so each is held against the job and the host before it is kept.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from agents.contract.addresses import port_of
from agents.contract.connectivity import ReachReport
from agents.contract.jobs import (
    MAX_PORTS,
    ApplyJob,
    CheckJob,
    MeasureJob,
    NginxSetup,
    PrepareJob,
    ReachJob,
    WatchJob,
    Work,
)
from agents.contract.reports import Failure, LoadReport, PreparedSetup, Report
from backend.execution.jobs.diagnostic_checks import check_diagnostic
from backend.execution.jobs.latency_checks import check_latency
from backend.execution.jobs.plain_values import ReportError, check_between, check_plain
from backend.execution.jobs.window_checks import CPU_LIST, check_window

PARTS: Mapping[str, Collection[str]] = {
    "prepare": ("setups", "condition", "unrestored_settings"),
    "apply": ("setups", "applied", "condition", "unrestored_settings"),
    "check": ("setups",),
    "restore": ("condition", "unrestored_settings"),
    "facts": ("facts",),
    "cool": ("cooled",),
    "watch": ("window", "diagnostic"),
    "measure": ("load", "window", "diagnostic"),
    "finish": (),
    "fire": (),
    "cancel": (),
    "reach": ("reach",),
}
"""Kind of job → the parts of a report that it gives. Any may fail."""

_CODE = re.compile(r"[a-z][a-z0-9_]{0,63}")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_MAX_VERSION_LENGTH = 120
_LATEST = 4_102_444_800.0  # the year 2100, epoch seconds
_MAX_WORDS = 500


@dataclass(frozen=True)
class JobOrder:
    """Facts that a report is held against: the job's work, and what is known of its host."""

    work: Work
    address: str  # that the host enrolled with
    ports: tuple[int, int]  # first and last that its servers may have
    listening: Mapping[str, Sequence[str]] = field(default_factory=dict)  # setup → its URLs as prepared


def check_report(report: Report, order: JobOrder) -> None:
    """ReportError names the field that the job did not ask for, or that is not of an allowed form."""
    check_plain(report.model_dump(exclude={"diagnostic"}))  # its names are long: look_checks.py
    kind = order.work.kind
    for part in report.model_fields_set - {"job_id", "failure", *PARTS[kind]}:
        if getattr(report, part):
            raise ReportError(part, f"a {kind} job gives none")
    _failure("failure", report.failure)
    _setups(report.setups, order)
    if isinstance(order.work, ApplyJob):
        _check_applied(report, order.work)
    if report.reach and isinstance(order.work, ReachJob):
        _reach(report.reach, order.work)
    if report.load:
        _load(report.load)
    if report.window and isinstance(order.work, MeasureJob | WatchJob):
        subjects = {*order.work.watch, *(["load"] if isinstance(order.work, MeasureJob) else [])}
        check_window(report.window, subjects)
    if report.window and isinstance(order.work, MeasureJob) and report.load and report.load.figures:
        processes = order.work.workload.processes
        if len(report.window.generators) != (processes if processes > 1 or order.work.is_fired else 0):
            raise ReportError("window.generators", f"not one for each of {processes} processes")
    if report.diagnostic and isinstance(order.work, MeasureJob | WatchJob):
        check_diagnostic(report.diagnostic, order.work)


def _reach(reach: ReachReport, work: ReachJob) -> None:
    """Check what a host says of the others it was to call; texts of it are shown and nothing more."""
    if reach.port is not None and reach.port not in work.ports:
        raise ReportError("reach.port", f"{reach.port} is not a port of this job")
    check_between("reach.busy_ports", reach.busy_ports, 0, 65535)
    for name in ("clock_offset_s", "clock_error_s"):
        check_between(f"reach.{name}", getattr(reach, name) or 0, -_LATEST, _LATEST)
    hosts = {peer.host for peer in work.peers}
    for number, call in enumerate(reach.reached):
        place = f"reach.reached[{number}]"
        if call.host not in hosts:
            raise ReportError(
                f"{place}.host", f"“{call.host[:64]}” was not to be called, or was named before"
            )
        hosts.remove(call.host)
        if not call.detail.isprintable():
            raise ReportError(f"{place}.detail", "letters that cannot be shown")
        check_between(f"{place}.round_trip_s", call.round_trip_s or 0, 0, 60)
        check_between(f"{place}.bytes_per_s", call.bytes_per_s or 0, 0, 1e13)


def _failure(place: str, failure: Failure | None) -> None:
    if failure and not _CODE.fullmatch(failure.code):
        raise ReportError(f"{place}.code", f"“{failure.code[:64]}” is not a code")


# ---- setups --------------------------------------------------------------------------------------


def _setups(setups: Sequence[PreparedSetup], order: JobOrder) -> None:
    work = order.work
    ordered_setups = {s.key: s for s in work.setups} if isinstance(work, PrepareJob | CheckJob) else {}
    keys = set(work.setups) if isinstance(work, ApplyJob) else set(ordered_setups)
    for number, setup in enumerate(setups):
        place = f"setups[{number}]"
        if setup.key not in keys:
            name = setup.key[:64]
            raise ReportError(f"{place}.key", f"“{name}” is not a setup of this job, or was named before")
        keys.remove(setup.key)
        _setup(place, setup)
        if isinstance(work, PrepareJob) and not setup.failure:
            _as_asked(place, setup, ordered_setups[setup.key], order)
        elif isinstance(work, ApplyJob) and not setup.failure:
            _same_urls(place, setup, order)
        elif setup.urls or setup.more_urls:
            raise ReportError(f"{place}.urls", "nothing listens after a check or a failure")
    if isinstance(work, PrepareJob):
        _distinct([url for setup in setups for url in (*setup.urls, *setup.more_urls)])


def _setup(place: str, setup: PreparedSetup) -> None:
    _failure(f"{place}.failure", setup.failure)
    _version(f"{place}.version", setup.version)
    for number, worker in enumerate(setup.workers):
        if worker.pid <= 0 or not CPU_LIST.fullmatch(worker.cpus):
            raise ReportError(f"{place}.workers[{number}]", "not a process with its CPUs")
    for words in setup.argv:
        _words(f"{place}.argv", words)
    for name in setup.effective:
        if not _NAME.fullmatch(name):
            raise ReportError(f"{place}.effective", f"“{name[:64]}” is not the name of a value")


def _as_asked(place: str, prepared_setup: PreparedSetup, setup: NginxSetup, order: JobOrder) -> None:
    """One address for each instance, further ones of the first, with TLS where that was asked for."""
    count, more_count = len(prepared_setup.urls), len(prepared_setup.more_urls)
    if count != setup.instances:
        raise ReportError(f"{place}.urls", f"{count} addresses for {setup.instances} instances")
    if more_count != setup.ports - 1:
        raise ReportError(f"{place}.more_urls", f"{more_count + 1} addresses for {setup.ports} ports")
    _urls(place, [*prepared_setup.urls, *prepared_setup.more_urls], ["https" if setup.tls else "http"], order)


def _same_urls(place: str, setup: PreparedSetup, order: JobOrder) -> None:
    """A setup stays where it was prepared; one that is prepared anew meanwhile is only not elsewhere."""
    known_urls = order.listening.get(setup.key)
    if known_urls is not None and list(known_urls) != setup.urls:
        raise ReportError(f"{place}.urls", "a setup stays on the ports that it was prepared on")
    if len(setup.more_urls) >= MAX_PORTS:
        raise ReportError(f"{place}.more_urls", f"more than {MAX_PORTS - 1} further addresses")
    _urls(place, [*setup.urls, *setup.more_urls], ["http", "https"], order)


def _urls(place: str, urls: Sequence[str], schemes: Sequence[str], order: JobOrder) -> None:
    """Exactly `scheme://address:port` of this host: parsed, built again, and compared."""
    first, last = order.ports
    for number, url in enumerate(urls):
        ports = [port_of(url, scheme, order.address) for scheme in schemes]
        if not any(port and first <= port <= last for port in ports):
            form = f"{' or '.join(schemes)}://{order.address}, port {first} to {last}"
            raise ReportError(
                f"{place}.urls[{number}]", f"“{url[:200]}” is not an address of this host: {form}"
            )


def _distinct(urls: Sequence[str]) -> None:
    if len(set(urls)) != len(urls):
        raise ReportError("setups", "two servers cannot listen on one port")


def _check_applied(report: Report, work: ApplyJob) -> None:
    settings = set(work.settings)
    for number, application in enumerate(report.applied):
        if application.setting not in settings:
            name = application.setting.name[:64]
            raise ReportError(
                f"applied[{number}].setting", f"“{name}” was not asked for, or was named before"
            )
        settings.remove(application.setting)


# ---- measurements --------------------------------------------------------------------------------


def _load(load: LoadReport) -> None:
    _words("load.argv", load.argv)
    _version("load.version", load.version)
    for name in ("started_at", "ended_at"):
        check_between(f"load.{name}", getattr(load, name), 0.0, _LATEST)
    for name in ("exit_code", "signal"):
        check_between(f"load.{name}", getattr(load, name) or 0, -255, 255)
    for name, value in (*load.figures.items(), *load.errors.items()):
        if not _NAME.fullmatch(name):
            raise ReportError("load.figures", f"“{name[:64]}” is not the name of a figure")
        check_between(f"load.figures.{name}", value or 0, 0, 1e18)
    check_between("load.late_s", load.late_s, 0, 3600)
    check_latency(load)


# ---- forms ---------------------------------------------------------------------------------------


def _version(place: str, text: str) -> None:
    if len(text) > _MAX_VERSION_LENGTH or not text.isprintable():
        raise ReportError(place, f"a version has at most {_MAX_VERSION_LENGTH} printable characters")


def _words(place: str, words: Sequence[str]) -> None:
    if len(words) > _MAX_WORDS:
        raise ReportError(place, f"more than {_MAX_WORDS} words")
