"""The examples of CONTRIBUTING.md work as they stand: knob, metric and load tool are made from its text."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from agents.catalog import metrics
from agents.catalog.knobs import nginx_gzip
from agents.catalog.reading.text import Section
from agents.catalog.tool import LoadTool

TEXT = (Path(__file__).parents[4] / "CONTRIBUTING.md").read_text("utf-8")
OUTPUT = """
Summary:
  Total:	0.1020 secs
  Slowest:	0.0310 secs
  Fastest:	0.0010 secs
  Average:	0.0120 secs
  Requests/sec:	1960.7843

Latency distribution:
  50% in 0.0110 secs
  99% in 0.0300 secs

Status code distribution:
  [200]	190 responses
  [503]	8 responses

Error distribution:
  [2]	Get "http://10.0.0.1": dial tcp 10.0.0.1:80: connect: connection refused
"""


def example(section: str) -> str:
    blocks = re.findall(
        r"```python\n(.*?)```", TEXT.split(f"\n## {section}\n")[1].split("\n## ")[0], re.DOTALL
    )
    assert len(blocks) == 1
    return blocks[0]


def test_the_knob_is_an_entry_of_its_family():
    knob = eval(example("Add a knob"), dict(vars(nginx_gzip)))
    assert knob.directive == "gzip_vary"
    assert knob.see[0] in {entry.name for entry in nginx_gzip.KNOBS}


def test_the_metric_is_an_entry_of_the_table():
    metric = eval(example("Add a metric"), dict(vars(metrics)))
    assert metric.title == "Bytes received for one request"


@pytest.fixture
def hey() -> Iterator[LoadTool]:
    module = ModuleType("planted_tool")
    sys.modules[module.__name__] = module
    exec(compile(example("Add a load tool"), "hey.py", "exec"), vars(module))
    yield module.TOOL
    del sys.modules[module.__name__]


def test_the_load_tool_reads_its_report(hey: LoadTool):
    lines: list[str] = list(OUTPUT.splitlines())
    assert [hey.starts_report(lines, index) for index in (0, 1)] == [False, True]
    figures = hey.figures(hey.read(Section("hey", lines), []))
    assert figures["requests"] == 200
    assert figures["requests_per_s"] == 1960.7843
    assert figures["failed_requests"] == 10
    assert figures["latency_p99"] == 0.03
    assert figures["latency_p99_9"] is None


def test_the_load_tool_makes_an_argument_list(hey: LoadTool):
    load: Any = SimpleNamespace(
        threads=1,
        connections=8,
        duration_s=None,
        requests=100,
        keepalive=False,
        headers={},
        host="a.example",
        timeout_s=5,
    )
    assert hey.argv(load, "http://10.0.0.1/") == (
        [
            "hey",
            "-n",
            "100",
            "-c",
            "8",
            "-t",
            "5",
            "-disable-keepalive",
            "-host",
            "a.example",
            "http://10.0.0.1/",
        ]
    )
