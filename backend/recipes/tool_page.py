"""The catalog of load tools in docs/load-tools.md; `python -m backend.recipes.tool_page` writes it."""

from collections.abc import Callable

from agents.catalog.tool import LoadTool
from agents.catalog.tools import DEFAULT_TOOL, LOAD_TOOLS, any_of
from backend.resources import DOCS, fill_page

TARGET = DOCS / "load-tools.md"
_MIX = """\
`mix` takes the place of `path`, with {any_tool}: a list, or text with a request a line.
```yaml
  - tool: {tool}
    connections: 64
    duration: 10s
    mix: |
      30 /index.html
      9 /style.css?v=2
      POST /form 2000 bytes
```
"""


def page() -> str:
    tools = LOAD_TOOLS.values()
    workloads = "\n".join(tool.guide.workload for tool in tools if tool.guide.workload)
    parallel = any_of({tool.name: tool.info for tool in tools if tool.info.parallel})
    mixing_tools = {tool.name: tool.info for tool in tools if tool.info.mix}
    parts = {
        "tools": "\n".join(_table()),
        "workloads": f"```yaml\nworkloads:\n{workloads}\n```",
        "mix": _MIX.format(any_tool=any_of(mixing_tools), tool=next(iter(mixing_tools))),
        "generators": f"`processes: 4` starts four processes of {parallel} on the load host.",
        "each tool": "\n".join(map(_section, tools)),
    }
    return fill_page(TARGET, parts)


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
