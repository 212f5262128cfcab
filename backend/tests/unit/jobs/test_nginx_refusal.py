"""What nginx complains about, without keys and paths: the same for all that is refused for it."""

import pytest

from agents.contract.reports import Failure
from backend.execution.jobs.nginx_refusal import shorten_refusal

CONF = "events {}\nhttp {\n    sendfile on; sendfile on;\n}\n"


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        (
            '`nginx -t` of r1-1: "sendfile" directive is duplicate in /var/lib/x/r1-1/nginx.conf:3',
            '“sendfile on; sendfile on;” is refused by nginx: "sendfile" directive is duplicate',
        ),
        (
            "`nginx -t` of r1-1: open() failed in /etc/x/nginx.conf:99",
            "its configuration is refused by nginx: open() failed in /etc/x/nginx.conf:99",
        ),
        ("`nginx -t` of r1-1 did not end within 20 s", "`nginx -t` of r1-1 did not end within 20 s"),
    ],
)
def test_a_refusal_names_the_line_that_nginx_refuses(message: str, shown: str) -> None:
    failure = Failure(code="nginx_test", message=message, log="all of it")
    assert shorten_refusal("r1-1", failure, CONF) == failure.model_copy(update={"message": shown})


def test_other_failures_stay_and_long_lines_are_cut() -> None:
    other = Failure(code="policy", message="`nginx -t` of r1-1: no")
    assert shorten_refusal("r1-1", other, CONF) is other
    long = Failure(code="nginx_test", message="`nginx -t` of r1-1: bad in /x/nginx.conf:1")
    assert shorten_refusal("r1-1", long, "x" * 500).message == f"“{'x' * 79}…” is refused by nginx: bad"
