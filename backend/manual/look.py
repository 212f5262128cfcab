"""The look of the pages: templates, and one style sheet with the dashboard's colours and fonts."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi.responses import FileResponse, HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from backend import __version__
from backend.charts.palette import css_variables
from backend.settings import get_settings

YEAR = {"Cache-Control": "public, max-age=31536000, immutable"}
_STATIC = Path(__file__).parent / "static"
CSP = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_FONTS = (("Inter Variable", "inter"), ("JetBrains Mono Variable", "jetbrains-mono"))
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def html(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    page = _TEMPLATES.get_template(template).render(version=__version__, looks=looks_version(), **values)
    headers = {"Content-Security-Policy": CSP, "Cache-Control": "no-cache"}
    return HTMLResponse(page, status, headers)


def script(name: str) -> FileResponse:
    return FileResponse(_STATIC / name, media_type="text/javascript", headers=YEAR)


@lru_cache
def style_sheet(name: str) -> str:
    """Colours, fonts of the built UI if it is there, the page's frame, and the rules of `name`."""
    frame, rules = ((_STATIC / file).read_text("utf-8") for file in ("frame.css", name))
    frame = frame.replace("/* LIGHT */", css_variables("light"))
    frame = frame.replace("/* DARK */", css_variables("dark"))
    return "".join([*_font_faces(get_settings().ui_dir), frame, rules])


@lru_cache(maxsize=1)
def looks_version() -> str:
    """A new one when style or scripts change, because browsers cache them by their address."""
    texts = [path.read_text("utf-8") for path in sorted(_STATIC.iterdir())]
    return hashlib.sha256("".join([style_sheet("docs.css"), *texts]).encode()).hexdigest()[:12]


def _font_faces(ui: Path) -> list[str]:
    return [
        f"@font-face {{ font-family: '{family}'; font-display: swap; font-weight: 100 900; "
        f"src: url('/assets/{path.name}') format('woff2'); }}\n"
        for family, name in _FONTS
        for path in sorted((ui / "assets").glob(f"{name}-latin-wght-normal-*.woff2"))[:1]
    ]
