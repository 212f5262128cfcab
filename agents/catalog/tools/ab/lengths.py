"""Meaning of ab's count of other lengths where the first answer is the odd one. Pure."""

from agents.catalog.reading.report import ToolReport


def read_lengths(report: ToolReport) -> None:
    """Set `failures` to what the lengths prove, None where they do not; say it in `cautions`.

    Nothing changes where ab's count can be right: the first answer has a body and most answers its length.
    """
    answers, other_count = report.requests or 0, report.errors.length or 0
    if not report.body_bytes or other_count * 2 <= answers or other_count > answers:
        return
    alike = answers - other_count
    other_bytes = report.body_bytes - alike * (report.document_length or 0)
    is_one_length = other_bytes > 0 and other_bytes % other_count == 0
    if report.document_length == 0 and not report.errors.status:
        _beside_empty_answers(report, alike, other_count, is_one_length)
    elif report.document_length and is_one_length:
        _beside_short_answers(report, alike, other_count, other_bytes // other_count)


def _beside_empty_answers(report: ToolReport, empty: int, other_count: int, is_one_length: bool) -> None:
    text = (
        "The first answer was empty, and ab counts each answer of another length as failed: "
        f"the {other_count:,} counted by Length are those with a body"
    )
    if is_one_length:
        report.failures, report.empty_answers = max(empty, _without_answer(report)), empty
        report.cautions.append(
            f"{text} ({(report.body_bytes or 0) // other_count:,} bytes each): the other {empty:,} failed"
        )
    else:
        report.failures, report.empty_answers = None, empty
        report.cautions.append(
            f"{text}, of different lengths: {empty:,} failed or more, how many is not known"
        )


def _beside_short_answers(report: ToolReport, alike: int, other_count: int, length: int) -> None:
    text = (
        f"The first answer had {report.document_length:,} bytes, {alike:,} in all, and the {other_count:,} "
        f"that ab counts as failed had {length:,}"
    )
    errors = report.errors
    statuses = errors.status or 0
    if statuses == alike:
        report.failures = max(alike, _without_answer(report))
        report.cautions.append(f"{text}: the {alike:,} failed, their status is an error")
    elif statuses == 0 and not _without_answer(report):
        report.failures = None
        report.cautions.append(f"{text}: which of them are right is not known")


def _without_answer(report: ToolReport) -> int:
    errors = report.errors
    return sum(n or 0 for n in (errors.connect, errors.write)) + max(errors.read or 0, errors.exceptions or 0)
