"""Texts with many reports: counted before they are compared with each other."""

import pytest

from backend.errors import Invalid
from backend.imports.preview import preview
from backend.imports.schemas import MAX_TRIALS, MAX_TRIALS_OF_RUN, MAX_WORKLOADS, PreviewIn

WRK = """Running 10s test @ {url}
  2 threads and {connections} connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   1.00ms  1.00ms  1.00ms  90.00%
    Req/Sec   1.00k   1.00    1.00k   90.00%
  100 requests in 10.00s, 1.00MB read
Requests/sec:  10.00
Transfer/sec:  1.00KB
"""


def previewed(*texts: str):
    return preview(PreviewIn.model_validate({"texts": [{"text": text} for text in texts]}))


def report(connections: int = 10, url: str = "http://x/") -> str:
    return WRK.format(connections=connections, url=url)


def test_more_trials_of_one_run_than_a_run_may_have_are_refused_in_words() -> None:
    with pytest.raises(Invalid, match="More than 1000 reports look like trials of one run"):
        previewed(report() * (MAX_TRIALS_OF_RUN + 1))


def test_more_loads_than_an_import_may_have_are_refused_in_words() -> None:
    with pytest.raises(Invalid, match="more than 100 different loads"):
        previewed("".join(report(2 * n + 2) for n in range(MAX_WORKLOADS + 1)))


def test_more_reports_than_an_import_may_have_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backend.imports.loads.MAX_TRIALS", 20)
    monkeypatch.setattr("backend.imports.loads._may_be_one", lambda *_: pytest.fail("compared"))
    with pytest.raises(Invalid, match="hold 21 reports; at most 20"):
        previewed(report() * 21)
    assert MAX_TRIALS >= MAX_TRIALS_OF_RUN


def test_an_address_that_is_none_is_no_failure() -> None:
    assert previewed(report(url="http://[::1/"), report()).runs
