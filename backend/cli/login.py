"""`dyno login`: a link that signs one browser in, and opening it."""

import html
import os
import pwd
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from backend.cli.connection import DEFAULT_SERVER, ServerOption, connect

if TYPE_CHECKING:
    from backend.cli.client import Api

PAGE = '<!doctype html><meta http-equiv="refresh" content="0; url={url}"><title>Dynoboard</title>'


def login_command(server: ServerOption = DEFAULT_SERVER) -> None:
    """Print a link that signs a browser in to the dashboard, once, within 10 minutes."""
    with connect("dyno login", server) as api:
        print(make_link(api))


def invite(api: "Api", file: Path, say: Callable[[str], None], port: int | None = None) -> None:
    """Say how to sign in. A link is for a terminal only: from a log file it would let in whoever reads that.

    file  through which the link is opened, where a person sits in front of a screen
    port  of the pages, if it is not the API's
    """
    command = "dyno login" if api.url == DEFAULT_SERVER else f"dyno login --server {api.url}"
    if not sys.stdout.isatty():
        say(f"To sign in, run: {command}")
        return
    link = make_link(api)
    if port:
        link = link.replace(api.site, f"{api.site.rpartition(':')[0]}:{port}", 1)
    is_open = open_in_browser(link, file)
    say(f"{'Opening' if is_open else 'To sign in, open'} this link, which works once and for 10 minutes:")
    say(f"  {link}")
    say(f"`{command}` prints another one")


def make_link(api: "Api") -> str:
    """A new one-time link; ApiProblem when the token is missing or wrong."""
    return api.post("/session/links", {"user": _user()})["url"]


def _user() -> str:
    """Who runs this, after whom the first account is named; empty for a user without a name."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return ""


def open_in_browser(link: str, file: Path) -> bool:
    """Open the link where a person sits in front of a screen; False where nobody does.

    By way of a file that only this user can read: every user may read the arguments of a browser.
    """
    if not _has_screen():
        return False
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as page:
        page.write(PAGE.format(url=html.escape(link)))
    try:
        browser = webbrowser.get()
        # what runs inside the terminal would take it over
        return type(browser) is not webbrowser.GenericBrowser and browser.open(file.as_uri())
    except webbrowser.Error:
        return False


def _has_screen() -> bool:
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(screen) and sys.stdout.isatty() and not os.environ.get("CI") and os.geteuid() != 0
