"""`dyno-agent upgrade`: the dashboard's script runs, from the dashboard that this host knows and no other."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from agents.runner.upgrade import upgrade

SCRIPT = b'#!/bin/sh\nprintf "%s" "$*" >"$MARK"\nexit 7\n'


class Dashboard:
    def __init__(self) -> None:
        self.script, self.asked = SCRIPT, list[str]()
        self.url = ""


@pytest.fixture
def dashboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Dashboard]:
    made = Dashboard()

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            made.asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Length", str(len(made.script)))
            self.end_headers()
            self.wfile.write(made.script)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    made.url = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("MARK", str(tmp_path / "ran"))
    yield made
    server.shutdown()
    server.server_close()


def settings(home: Path, server: str) -> None:
    (home / ".dyno").mkdir(exist_ok=True)
    (home / ".dyno" / "agent.env").write_text(f"DYNO_SERVER={server}\nDYNO_CA_SHA256=\nDYNO_ROLES=load\n")


def test_it_runs_the_script_of_its_dashboard(tmp_path: Path, dashboard: Dashboard) -> None:
    settings(tmp_path, dashboard.url)
    assert upgrade([], tmp_path, is_root=False) == 7
    assert (tmp_path / "ran").read_text() == "--upgrade"
    assert dashboard.asked == ["/agent/install.sh"]


def test_a_host_at_work_is_left_alone_unless_it_is_said(
    tmp_path: Path, dashboard: Dashboard, capsys: pytest.CaptureFixture[str]
) -> None:
    settings(tmp_path, dashboard.url)
    (tmp_path / ".dyno" / "agent" / "processes").mkdir(parents=True)
    (tmp_path / ".dyno" / "agent" / "processes" / "nginx").touch()
    assert upgrade([], tmp_path, is_root=False) == 1
    assert "drain the host" in capsys.readouterr().err
    assert dashboard.asked == []
    assert upgrade(["--now"], tmp_path, is_root=False) == 7


@pytest.mark.parametrize(
    ("server", "told"),
    [
        ("http://10.1.2.3:8080", "not encrypted"),
        ("", "names no dashboard"),
        ("http://127.0.0.1:9", "cannot be reached"),
    ],
)
def test_what_cannot_be_believed_or_reached_is_not_run(
    tmp_path: Path, server: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings(tmp_path, server)
    assert upgrade([], tmp_path, is_root=False) == 1
    assert told in capsys.readouterr().err


def test_an_answer_that_is_no_script_is_not_run(tmp_path: Path, dashboard: Dashboard) -> None:
    settings(tmp_path, dashboard.url)
    dashboard.script = b"<html>sign in</html>"
    assert upgrade([], tmp_path, is_root=False) == 1
    assert not (tmp_path / "ran").exists()


def test_without_an_installed_agent_it_says_how_others_are_upgraded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert upgrade([], tmp_path, is_root=False) == 1
    assert "upgraded with its image" in capsys.readouterr().err
