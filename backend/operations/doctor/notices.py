"""What the doctor says of notices: whether mail can be handed over, and who did not get the last one."""

from collections.abc import Iterator

from sqlalchemy.orm import Session

from backend.notifications import smtp
from backend.operations.doctor.finding import Finding, fails, note, well
from backend.records.notifications import notices_queries
from backend.settings import Settings


def mail(settings: Settings) -> Iterator[Finding]:
    """Nothing where no mail server is set."""
    if not settings.smtp_host:
        return
    server = f"{settings.smtp_host}:{settings.smtp_port}"
    if reason := smtp.problem(settings):
        then = "Correct DYNO_SMTP_…; docs/notices.md, “Mail”"
        yield fails("mail", f"{server} cannot be used: {reason}", then)
    else:
        yield well("mail", f"{server} answers and accepts the sign-in")


def receivers(session: Session) -> Iterator[Finding]:
    """Those whose newest notice was given up."""
    for row in notices_queries.last_failed(session):
        if row.receiver:
            text = f"“{row.receiver.name}” did not get the last one: {row.delivery.outcome}"
            yield note("notices", text, "Under Account, Notices: correct its address, then “Send again”")
