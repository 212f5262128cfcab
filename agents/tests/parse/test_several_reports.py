"""Several reports in one text: where each begins and ends, and the command before it."""

from pathlib import Path

import pytest

from agents.parse import NotAReport
from agents.parse.parts import parts

FIXTURES = Path(__file__).parents[1] / "fixtures/loadtools"


def of(tool: str, case: str) -> str:
    return (FIXTURES / tool / f"{case}.txt").read_text()


@pytest.mark.parametrize(
    ("prompt", "command"),
    [
        ("$ ", "wrk -t1 -c8 -d2s http://h/"),
        ("root@vm:~# ", "taskset -c 32-63 wrk -t1 -c8 -d2s http://h/"),
        ("\x1b[32muser@host\x1b[0m> ", "sudo /usr/local/bin/wrk -t1 http://h/"),
    ],
)
def test_prompts_and_commands_are_in_no_report(prompt: str, command: str) -> None:
    wrk = of("wrk", "latency_flag")
    found = parts("\n".join((f"{prompt}{command}", wrk, f"{prompt}{command}", wrk)))
    assert [part.command for part in found] == [command, command]
    assert [part.text for part in found] == [wrk, wrk]
    assert found[1].first == found[0].last + 3


@pytest.mark.parametrize(
    ("tool", "case"),
    [
        ("ab", "basic_small"),
        ("wrk2", "calibrated_latency"),
        ("weighttp", "v04_keepalive"),
        ("weighttp", "v05_keepalive_quiet"),
        ("weighttp", "v05_default_banner"),
    ],
)
def test_three_reports_of_each_tool_are_three_parts(tool: str, case: str) -> None:
    found = parts(of(tool, case).replace("\n", "\r\n") * 3)
    assert [(part.tool, part.problem) for part in found] == [(tool, None)] * 3
    assert len({part.report.requests_per_s for part in found if part.report}) == 1


def test_what_h2load_prints_first_is_no_heading_and_hides_none() -> None:
    report = of("h2load", "h2_tls")
    h2load_parts = parts(f"{report}\nplain:\n{report}\ntuned:\n{report}")
    assert [part.headings for part in h2load_parts] == [(), ("plain",), ("tuned",)]
    assert [part.problem for part in h2load_parts] == [None] * 3


def test_a_run_that_printed_no_report_stands_between_those_that_did() -> None:
    ab = of("ab", "basic_small")
    refused = of("ab", "refused") + (FIXTURES / "ab/refused.stderr.txt").read_text()
    first, second, third = parts(ab + refused + ab)
    assert (first.problem, third.problem) == (None, None)
    assert second.report is None
    assert "Connection refused" in (second.problem or "")


def test_a_text_without_any_says_what_it_is() -> None:
    with pytest.raises(NotAReport, match="empty"):
        parts("\n")
    with pytest.raises(NotAReport, match="siege"):
        parts("** SIEGE 4.0")
