"""wrk2 (calls itself wrk 4.0.0): wrk's frame, calibration lines and HdrHistogram blocks.

Latency counts from the planned send time. After calibration only the rest of the run is in it.
"""

import re

from agents.catalog.reading import units
from agents.catalog.reading.report import Number, Times, ToolReport
from agents.catalog.reading.text import Section
from agents.catalog.tool import Reader
from agents.catalog.tools.wrk import Wrk
from agents.catalog.tools.wrk import report as wrk

_SIGNS = re.compile(r"\s*Thread calibration: |\s*Latency Distribution \(HdrHistogram|\s*Req/Sec\s+-?nan")
_CALIBRATION = re.compile(r"\s*Thread calibration: mean lat\.: (\S+?)ms, rate sampling interval: (-?\d+)ms$")
_DISTRIBUTION = re.compile(r"\s*Latency Distribution \(HdrHistogram - (Recorded|Uncorrected) Latency")
_PERCENTILE = re.compile(r"\s*(\d{1,3}\.\d{3})%\s+(\S+)$")
_ROW = re.compile(r"\s*(\d+\.\d{3}|-?nan)\s+([01]\.\d+)\s+(\d+)\s+(\d+\.\d\d|-?inf|-?nan)$")
_MEAN = re.compile(r"\s*#\[Mean\s*=\s*(\S+), StdDeviation\s*=\s*(\S+)\]$")
_MAX = re.compile(r"\s*#\[Max\s*=\s*(\S+), Total count\s*=\s*(\d{1,18})\]$")
_ABSURD_MS = 1e12


def _read(section: Section, stderr: list[str]) -> ToolReport:
    """The report in a section of wrk2's output. NotAReport if one of its fixed lines is missing."""
    report = wrk.frame(section, stderr)
    wrk.add_percentiles(report, _read_percentiles(section))
    report.calibration = [
        {"mean_s": _ms(match[1]), "interval_s": _ms(match[2])} for match in section.all(_CALIBRATION)
    ] or None
    report.hdr = _hdr(section)
    report.spectrum_rows = len(section.all(_ROW)) or None
    if report.latency_s and not report.calibration:
        report.cautions.append(
            "no thread was calibrated: the run was shorter than 10 s plus 5 ms a connection, "
            "so latency includes the start and there are no rates by thread"
        )
    return report


def _read_percentiles(section: Section) -> dict[str, str]:
    """Printed percentiles of the first block; -U adds a second one, of uncorrected latency."""
    return wrk.percentile_rows(section, _DISTRIBUTION, _PERCENTILE, ("100.000",))


def _hdr(section: Section) -> list[Times] | None:
    """Mean, deviation, maximum and count of each histogram, in the order printed."""
    means, maxima = section.all(_MEAN), section.all(_MAX)
    blocks = len(section.all(_DISTRIBUTION))
    if len(means) != blocks or len(maxima) != blocks:
        raise section.cut("#[Mean …] or #[Max …] of the percentile spectrum")
    return [_histogram(mean, top) for mean, top in zip(means, maxima, strict=True)] or None


def _histogram(mean: re.Match[str], top: re.Match[str]) -> Times:
    count = int(top[2])
    names = {"mean_s": mean[1], "stdev_s": mean[2], "max_s": top[1]}
    times: Times = {name: _ms(text) if count else None for name, text in names.items()}
    return times | {"count": count}


def _ms(text: str) -> Number | None:
    """Milliseconds as seconds; None for -nan and for the garbage of a calibration without an answer."""
    if not re.fullmatch(r"\d{1,30}(\.\d+)?", text) or float(text) > _ABSURD_MS:
        return None
    return units.scale(float(text), 1e-3)


class Wrk2(Reader):
    name = "wrk2"
    order = 11
    dialect_of = Wrk.name  # it calls itself so
    start_words = "Running"
    causes = re.compile(r"\s*(Throughput MUST be specified.*)")
    usage = re.compile(r"\s*-R, --rate\s+<T>")

    def has_signs(self, lines: list[str]) -> bool:
        """Calibration, HdrHistogram or a Req/Sec of -nan give it away."""
        return any(_SIGNS.match(line) for line in lines)

    def read(self, section: Section, stderr: list[str]) -> ToolReport:
        return _read(section, stderr)


TOOL = Wrk2()
