"""Signing in to a real `dyno up`, and how it says so at a terminal, in a log, and with a screen."""

import os
import stat
import subprocess
import sys
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from backend.cli import login
from backend.cli.client import Api
from backend.tests.cli.stack import Up, environment_with

LINK = "http://dyno-0.localhost:8080/#sign-in=c0de"


class AnApi(Api):
    def __init__(self) -> None:
        super().__init__("http://127.0.0.1:8080", "t", site="http://dyno-0.localhost:8080")

    def post(self, path: str, body: dict[str, object]) -> dict[str, str]:
        assert path == "/session/links"
        return {"url": LINK}


class Screen:
    """A browser that has a window."""

    def __init__(self) -> None:
        self.opened: list[str] = []

    def open(self, url: str) -> bool:
        self.opened.append(url)
        return True


def invited(port: int | None = None) -> str:
    said: list[str] = []
    login.invite(AnApi(), Path("/nowhere/sign-in.html"), said.append, port)
    return "\n".join(said)


def test_a_terminal_gets_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(login, "open_in_browser", lambda *_: False)
    assert LINK in invited()
    assert "http://dyno-0.localhost:5173/#sign-in=c0de" in invited(5173)


def test_a_log_file_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    assert invited() == "To sign in, run: dyno login"


def test_a_browser_is_opened_by_a_file_that_nobody_else_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The arguments of a program can be read by every user."""
    screen = Screen()
    monkeypatch.setattr(webbrowser, "get", lambda: screen)
    monkeypatch.setattr(login, "_has_screen", lambda: True)
    file = tmp_path / "sign-in.html"
    assert login.open_in_browser(LINK, file)
    assert screen.opened == [file.as_uri()]
    assert f'url={LINK}"' in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("environment", "terminal", "user", "opens"),
    [
        ({"DISPLAY": ":0"}, True, 1000, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True, 1000, True),
        ({}, True, 1000, False),
        ({"DISPLAY": ":0"}, False, 1000, False),
        ({"DISPLAY": ":0", "CI": "1"}, True, 1000, False),
        ({"DISPLAY": ":0"}, True, 0, False),
    ],
)
def test_a_browser_is_opened_only_in_front_of_a_person(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    terminal: bool,
    user: int,
    opens: bool,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CI"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(login.os, "geteuid", lambda: user)
    monkeypatch.setattr(webbrowser, "get", Screen)
    assert login.open_in_browser(LINK, tmp_path / "page") == opens


def test_a_browser_of_the_terminal_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login, "_has_screen", lambda: True)
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("w3m"))
    assert not login.open_in_browser(LINK, tmp_path / "page")


# ---- a real stack --------------------------------------------------------------------------------


def dyno(up: Up, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {"XDG_STATE_HOME": str(up.data.parent / "state")}
    return subprocess.run(
        [sys.executable, "-m", "backend.cli.main", *words, "--server", up.url],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment_with(known | environment),
    )


@pytest.mark.timeout(300)
def test_commands_of_the_same_user_need_no_token(stack: Up) -> None:
    assert dyno(stack, "list").returncode == 0
    elsewhere = dyno(stack, "list", XDG_STATE_HOME=str(stack.data / "elsewhere"))
    assert elsewhere.returncode == 1
    assert "run `dyno` as the user that runs the dashboard" in elsewhere.stderr
    assert dyno(stack, "list", DYNO_TOKEN="wrong").returncode == 1


@pytest.mark.timeout(300)
def test_dyno_login_prints_a_link_of_the_stacks_own_name(stack: Up) -> None:
    link = urlsplit(dyno(stack, "login").stdout.strip())
    assert link.hostname == (stack.data / "secrets" / "dashboard-name").read_text()
    assert link.port == stack.port
    body = {"code": link.fragment.removeprefix("sign-in=")}
    with httpx.Client(base_url=stack.url, headers={"Host": link.netloc}, trust_env=False) as visitor:
        answer = visitor.post("/api/v1/session", json=body)
        secret = answer.cookies["dyno_session"]
        assert visitor.get("/api/v1/hosts", headers={"Cookie": f"dyno_session={secret}"}).is_success
        assert visitor.post("/api/v1/session", json=body).status_code == 401


@pytest.mark.timeout(300)
def test_secrets_are_the_owners_alone(stack: Up) -> None:
    assert httpx.get(f"{stack.url}/api/v1/hosts", trust_env=False).status_code == 401
    secrets = stack.data / "secrets"
    assert stat.S_IMODE(secrets.stat().st_mode) == 0o700
    for name in ("dashboard-token", "dashboard-name"):
        assert stat.S_IMODE((secrets / name).stat().st_mode) == 0o600
    logs = [(stack.data / "logs" / name).read_text() for name in os.listdir(stack.data / "logs")]
    token = (secrets / "dashboard-token").read_text()
    assert not [log for log in logs if token in log or "sign-in=" in log]
