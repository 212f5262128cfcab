"""The load tools, one file or folder each: whatever stands here with a `TOOL` is in every list. Pure."""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Literal

from agents.catalog.tool import LoadTool, Reader, ToolInfo


def _load_tools() -> list[Reader]:
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    tools = [module.TOOL for module in modules if hasattr(module, "TOOL")]
    return sorted(tools, key=lambda tool: tool.order)


READERS: dict[str, Reader] = {tool.name: tool for tool in _load_tools()}
"""Tools whose output can be read."""
LOAD_TOOLS: dict[str, LoadTool] = {name: tool for name, tool in READERS.items() if isinstance(tool, LoadTool)}
"""Tools that agents run."""
TOOLS: dict[str, ToolInfo] = {name: tool.info for name, tool in LOAD_TOOLS.items()}
DEFAULT_TOOL = next(iter(TOOLS))

if TYPE_CHECKING:
    ToolName = str
    ReadableTool = str
else:
    ToolName = Literal[tuple(TOOLS)]
    ReadableTool = Literal[tuple(READERS)]


def any_of(names: dict[str, Reader] | dict[str, ToolInfo] = READERS) -> str:
    """The names in a sentence: “a, b or c”."""
    *first_names, last = names
    return f"{', '.join(first_names)} or {last}" if first_names else last


def all_of(names: dict[str, Reader] | dict[str, ToolInfo] = READERS) -> str:
    """The names in a sentence: “a, b and c”."""
    *first_names, last = names
    return f"{', '.join(first_names)} and {last}" if first_names else last
