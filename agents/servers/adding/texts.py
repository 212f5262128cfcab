"""Texts of new declarations: TOML, whose strings are written as JSON's are."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
KNOWN_PROGRAMS = ("nginx", "angie", "haproxy", "caddy")
"""Programs that a declaration can be written for."""


def nginx_text(field: str, value: str, environment: Mapping[str, str]) -> str:
    """A build of nginx, by `path` or `from`."""
    return f'kind = "nginx"\n{field} = {_quote(value)}\n{_environment_line(environment)}'


def program_text(program: Path, environment: Mapping[str, str]) -> str:
    """A program of which examples/ has a declaration as that declares it, any other as nginx."""
    file = EXAMPLES / f"{program.name}.toml"
    if not file.is_file():
        return nginx_text("path", str(program), environment)
    text = file.read_text()
    example = tomllib.loads(text)
    lines = [line for line in text.splitlines() if not line.startswith(("#", "environment = "))]
    head = _environment_line({**example.get("environment", {}), **environment})
    return head + "\n".join(lines).replace(_quote(example["argv"][0]), _quote(str(program))) + "\n"


def _environment_line(environment: Mapping[str, str]) -> str:
    if not environment:
        return ""
    variables = ", ".join(f"{name} = {_quote(value)}" for name, value in environment.items())
    return f"environment = {{{variables}}}\n"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
