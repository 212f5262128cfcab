"""Wrong enrolment tokens are counted by the address that they come from."""

from backend.errors import TooManyAttempts
from backend.http.shared_attempts import shared_rate_limiter

rate_limiter = shared_rate_limiter("enrolment")


def check(peer: str | None) -> None:
    """TooManyAttempts after too many wrong tokens from an address."""
    if wait_s := rate_limiter.wait_s(peer or ""):
        raise TooManyAttempts("There were too many wrong enrolment tokens", wait_s)


def count(peer: str | None) -> None:
    """Note a wrong one."""
    rate_limiter.record_failure(peer or "")
