"""Jinja2 templates of files and previews in HTML and Markdown."""

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment

_SPECIAL = re.compile(r"([\\`*<>|]|\](?=[\[(:]))")  # a bracket alone is not a link
_FORMULA = re.compile("[ \\u00a0\\u3000\\ufeff]*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\t\\r\\n]")
_SPACE = re.compile(r"[^\S\u202f]+")  # all but the thin space between thousands


def render(template: str, **values: object) -> str:
    """The template filled in. HTML escapes by itself; in Markdown each text passes `escape_markdown`."""
    return _environment().get_template(template).render(values)


def escape_markdown(text: str) -> str:
    """Text that stays text, in one line."""
    return _SPECIAL.sub(r"\\\1", _SPACE.sub(" ", text).strip())


def escape_formula(text: str) -> str:
    """Text that no spreadsheet takes for a formula; some take full-width signs for one, too."""
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_formula(text: str) -> str:
    """Text that `escape_formula` was given."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text


@lru_cache(maxsize=1)
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=select_autoescape(disabled_extensions=("md.jinja", "css.jinja"), default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["escape_markdown"] = escape_markdown
    return environment
