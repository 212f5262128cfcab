"""Load tools that are recognised and not read. Pure."""

import re

_SIGNS = {
    "autocannon": re.compile(r"\s*\d+ connections( with \d+ pipelining factor)?$"),
    "bombardier": re.compile(r"\s*Bombarding \S+ "),
    "go-wrk": re.compile(r"\s*\d+ goroutine\(s\) running concurrently"),
    "k6": re.compile(r"\s*http_req_duration\.*: "),
    "Locust": re.compile(r"\s*Type +Name +# reqs "),
    "oha": re.compile(r"\s*(Success rate:\s|Response time distribution:)"),  # before hey, whose words it has
    "hey": re.compile(r"\s*(Response time histogram:|Status code distribution:|Requests/sec:\t)"),
    "siege": re.compile(
        r'\s*("?transaction_rate"?:|Transaction rate:|\*\* SIEGE|"transactions":|Transactions:\s)', re.I
    ),
}


def foreign_tool(lines: list[str]) -> str | None:
    """The tool that one of the lines gives away."""
    return next((name for name, pattern in _SIGNS.items() if any(map(pattern.match, lines))), None)
