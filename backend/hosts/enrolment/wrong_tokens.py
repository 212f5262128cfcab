"""Wrong enrolment tokens are counted by the address that they come from."""

from backend.errors import TooManyAttempts
from backend.tries import shared_throttle

throttle = shared_throttle("enrolment")


def check(peer: str | None) -> None:
    """TooManyAttempts after too many wrong tokens from an address."""
    if wait_s := throttle.wait_s(peer or ""):
        raise TooManyAttempts("There were too many wrong enrolment tokens", wait_s)


def count(peer: str | None) -> None:
    """Note a wrong one."""
    throttle.wrong(peer or "")
