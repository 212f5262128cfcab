"""docs/load-tools.md from the catalog of load tools; `python -m backend.recipes.tool_page` writes it."""

from collections.abc import Callable
from pathlib import Path

from agents.catalog.tool import LoadTool
from agents.catalog.tools import DEFAULT_TOOL, LOAD_TOOLS, any_of

TARGET = Path(__file__).parents[2] / "docs" / "load-tools.md"
_HEAD = """# Load tools

A workload names one of these load tools, which must be installed on the load host; the plan tells you if it
is missing. The form and `GET /api/v1/tools` have the same table.
"""
_BODY = """
Pinning, limits of open files and nice values work with all of them: `pin.load`, `load.limits.nofile`,
`load.limits.nice`.

## A workload
```yaml
workloads:
{workloads}
```
Header names are HTTP tokens, values one line of printable ASCII; at most 30 headers, 4096 bytes in total.
Set `Host` with `host`, `Connection` with `keepalive`; `Content-Length`, `Transfer-Encoding` and the like are
refused: they follow from the body of a request. A `User-Agent` replaces the tool's own. The check of the
page before each measurement sends the same headers. `--set workload.host=example.org` changes the Host of
all workloads.

## A mix of requests
`mix` takes the place of `path`, with {mixing}: a list, or text with a request a line.
```yaml
  - tool: {mixing_tool}
    connections: 64
    duration: 10s
    mix: |
      30 /index.html
      9 /style.css?v=2
      POST /form 2000 bytes
```
`unchanged` at the end of a line asks for a page of a `site` with its date: the answer is 304.
In a list, an entry has `path` and maybe `method`, `weight`, `headers` and `body` (a text, or
`{bytes: 2000}`): at most 10,000 entries and 16 MB. All runs and rounds send one sequence of at most 65,536
requests, in which each is as often as its weight says; thread *t* of *n* begins at *t* ÷ *n* of it. The seed
of the experiment shuffles it, or `order: given` keeps your order.
The 50 heaviest requests are asked before each measurement, and runs whose answers differ are invalid.

## Several generators
`processes: 4` starts four processes of {parallel} on the load host. They share `connections` (in multiples of
`threads`, which are per process) and the CPUs of `pin.load`, where each thread has one. Each waits until
all are ready; then they start together. Counts and rates are summed, histograms added, printed percentiles
never averaged. *What every host was doing* on a run's page lists each generator. Trials of a second or two
often overlap too little ([validity](validity.md)): take 5 s or more.

`hosts: 3`, or `hosts: all`, takes so many load hosts of the [testbed](hosts.md#testbeds), its first ones;
without it, one. They share `connections` and `requests` as processes do, warm up before each trial, and
hold no connections but on the first. When all say that they are ready, the dashboard tells them a moment
half a second away; one that hears of it too late begins at once and says so. One that is lost or not ready
within 30 s ends the trial, which is repeated. The run's page shows by how much the clocks may be off.
"""


def page() -> str:
    """The whole page; this file and the catalog are its only sources."""
    workloads = "\n".join(tool.guide.workload for tool in LOAD_TOOLS.values() if tool.guide.workload)
    parallel = any_of({name: tool.info for name, tool in LOAD_TOOLS.items() if tool.info.parallel})
    mixing_tools = {name: tool.info for name, tool in LOAD_TOOLS.items() if tool.info.mix}
    body = _BODY.replace("{workloads}", workloads).replace("{mixing}", any_of(mixing_tools))
    body = body.replace("{mixing_tool}", next(iter(mixing_tools)))
    body = body.replace("{parallel}", parallel)
    return "\n".join([_HEAD, *_table(), body, *map(_section, LOAD_TOOLS.values())])


def _table() -> list[str]:
    tools = LOAD_TOOLS.values()
    head = [f"| | {' | '.join(LOAD_TOOLS)} |", f"| --- |{' --- |' * len(LOAD_TOOLS)}"]
    return head + [f"| {title} | {' | '.join(map(cell, tools))} |" for title, cell in _ROWS.items()]


def _threads(tool: LoadTool) -> str:
    most = tool.info.threads.maximum
    even = ", connections a multiple of them" if tool.info.even_connections else ""
    return "1" if most == 1 else f"up to {most}{even}"


def _is_timed(tool: LoadTool) -> bool:
    return "duration" in tool.info.ends_by


_ROWS: dict[str, Callable[[LoadTool], str]] = {
    "ends by": lambda tool: " or ".join(tool.info.ends_by),
    "threads": _threads,
    "TLS": lambda tool: "yes" if tool.info.tls else "no",
    "requests are": lambda tool: tool.info.http,
    "flags for keep-alive on, off": lambda tool: tool.guide.keepalive,
    "headers, Host": lambda tool: "`-H`, `-H 'Host: …'`",
    "headers it adds itself": lambda tool: tool.guide.own_headers,
    "timeout": lambda tool: tool.guide.timeout,
    "percentiles": lambda tool: tool.guide.percentiles,
    "latency begins": lambda tool: tool.guide.latency_begins,
    "warm-up": lambda tool: "runs for its seconds" if _is_timed(tool) else "is stopped after its seconds",
    "in a search for the ceiling": lambda tool: (
        "probes are multiples of threads"
        if tool.info.even_connections
        else "`requests` at least as many as `to`"
    ),
}


def _section(tool: LoadTool) -> str:
    """What its figures mean and where it ends; what all have in common is said once."""
    default = LOAD_TOOLS[DEFAULT_TOOL].info.figures
    other_figures = [f"Closed-loop, like {DEFAULT_TOOL}." if f in default else f for f in tool.info.figures]
    figures = tool.info.figures if tool.name == DEFAULT_TOOL else other_figures
    notes = [f"- {note}" for note in (*figures, *tool.info.notes)]
    return "\n".join([f"## {tool.name}", *notes, "", tool.guide.text])


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
