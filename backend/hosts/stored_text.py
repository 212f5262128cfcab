"""What agents say of their hosts, as it is kept."""

from typing import Any

from backend.errors import Invalid
from backend.execution.jobs.plain_values import ReportError, check_plain
from backend.execution.jobs.reports import storable


def plain(value: Any, place: str) -> Any:
    """The same without what cannot be stored; Invalid where it cannot be kept."""
    try:
        check_plain(value, place)
    except ReportError as report_error:
        raise Invalid.at(report_error.place, report_error.message) from report_error
    return storable(value)
