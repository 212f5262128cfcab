"""CommonMark with GitHub's tables → safe HTML: no raw HTML, then sanitised once more. Pure."""

from functools import lru_cache
from html import escape
from typing import Any

from backend.manual.links import SCHEMES

_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_TABLES = {"table", "thead", "tbody", "tr", "th", "td"}
_BLOCKS = {"p", "ul", "ol", "li", "blockquote", "pre", "hr", "div"}
_TAGS = _HEADINGS | _TABLES | _BLOCKS | {"a", "em", "strong", "s", "code", "br", "img"}
_ATTRIBUTES = {
    **{tag: {"id"} for tag in _HEADINGS},
    "a": {"href", "title", "class", "aria-label"},
    "img": {"src", "alt", "title", "loading"},
    "div": {"class", "role", "tabindex", "aria-label"},
    "pre": {"tabindex"},
    "ol": {"start"},
    "th": {"align"},
    "td": {"align"},
}


def tokens_of(markdown: str) -> list[Any]:
    return _parser().parse(markdown)


def html_of(tokens: list[Any]) -> str:
    import nh3

    parser = _parser()
    for number, token in enumerate(tokens):
        if token.type == "heading_close":
            _give_anchor(tokens[number - 2], tokens[number - 1])
        elif token.type in ("th_open", "td_open"):
            _align(token)
    html = parser.renderer.render(tokens, parser.options, {})
    return nh3.clean(
        html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=SCHEMES, link_rel="noopener noreferrer"
    )


def _give_anchor(heading: Any, inline: Any) -> None:
    from markdown_it.token import Token

    anchor = escape(str(heading.attrs["id"]))
    link = f' <a class="anchor" href="#{anchor}" aria-label="Link to this section">#</a>'
    inline.children = [*(inline.children or []), Token("html_inline", "", 0, content=link)]


def _align(cell: Any) -> None:
    """As an attribute, because our content policy allows no inline style."""
    style = str(cell.attrs.pop("style", ""))
    if style:
        cell.attrs["align"] = style.rpartition(":")[2]


@lru_cache(maxsize=1)
def _parser() -> Any:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
    # What may be wider than a phone scrolls by itself, also by keyboard.
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    parser.add_render_rule("fence", _code)
    parser.add_render_rule("code_block", _code)
    return parser


def _table_open(_renderer: Any, _tokens: Any, _number: int, _options: Any, _env: Any) -> str:
    return '<div class="table" role="group" tabindex="0" aria-label="Table"><table>'


def _table_close(_renderer: Any, _tokens: Any, _number: int, _options: Any, _env: Any) -> str:
    return "</table></div>"


def _code(_renderer: Any, tokens: Any, number: int, _options: Any, _env: Any) -> str:
    return f'<pre tabindex="0"><code>{escape(tokens[number].content)}</code></pre>'
