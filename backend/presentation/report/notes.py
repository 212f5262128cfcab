"""People's notes as safe HTML. Markdown without raw HTML, then sanitised once more."""

from functools import lru_cache

LINKS = {"http", "https", "mailto"}


def notes_html(markdown: str) -> str:
    """CommonMark with tables and strikethrough; images become links to nothing foreign: they are dropped."""
    if not markdown.strip():
        return ""
    import nh3

    tags = nh3.ALLOWED_TAGS - {"img", "map", "area", "style", "script"}
    return nh3.clean(
        _parser().render(markdown), tags=tags, url_schemes=LINKS, link_rel="noopener noreferrer nofollow"
    )


@lru_cache(maxsize=1)
def _parser():
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
