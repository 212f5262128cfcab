"""`dyno` from outside: quick commands, one-line problems."""

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import httpx

from backend.cli.client import problem_text
from backend.cli.container_secrets import OWNER, Volumes, give, write_login, write_secrets
from backend.settings import weakness_of


def _dyno(*words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "backend.cli.main", *words],
        check=False,
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_quick_command_does_not_load_the_control_plane(tmp_path: Path) -> None:
    code = (
        "import sys; import backend.cli.main as m; "
        "m.LazyGroup.get_command(None, None, 'parse'); "
        "print([n for n in ('sqlalchemy', 'fastapi', 'celery', 'scipy') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path
    )
    assert done.stdout == "[]\n"


def test_a_token_that_can_be_guessed_is_one_line(tmp_path: Path) -> None:
    done = _dyno("up", cwd=tmp_path, DYNO_TOKEN="secret-of-the-lab")
    assert done.returncode == 1
    assert done.stderr.startswith("dyno up: DYNO_TOKEN has 17 characters, 32 are the least. Make one with:")
    assert done.stderr.count("\n") == 1
    assert "secret-of-the-lab" not in done.stderr


def test_an_unwritable_directory_is_one_line(tmp_path: Path) -> None:
    done = _dyno("up", "--data", "/proc/dyno", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("dyno up: cannot write to /proc/dyno")
    assert done.stderr.count("\n") == 1


def test_problem_details_become_lines_with_their_places() -> None:
    problem = {
        "detail": "2 values are invalid",
        "errors": [
            {"place": "trials", "message": "must be at least 1", "line": 3, "column": 9},
            {"place": "baseline", "message": "is not in the grid", "line": None, "column": None},
        ],
    }
    assert problem_text(httpx.Response(422, json=problem)).splitlines() == [
        "2 values are invalid",
        "  trials (line 3, column 9): must be at least 1",
        "  baseline: is not in the grid",
    ]


def test_an_answer_that_is_no_problem_details_is_named_by_its_status() -> None:
    answer = httpx.Response(502, text="<html>", request=httpx.Request("GET", "http://x/api"))
    assert problem_text(answer) == "http://x/api answered 502 Bad Gateway"


def test_secrets_of_containers_are_made_once_and_kept_apart(tmp_path: Path) -> None:
    server, postgres, redis = (tmp_path / name for name in ("server", "postgres", "redis"))
    agents = {role: tmp_path / role for role in ("load", "proxy")}
    volumes = Volumes(server, postgres, redis, agents)
    for folder in (server, postgres, redis, *agents.values()):
        folder.mkdir()
    assert write_secrets(volumes)
    url = (server / "dyno_database_url").read_text()
    assert (postgres / "postgres_password").read_text() in url
    assert "user control reset on #" in (redis / "redis.conf").read_text()
    tokens = {role: (folder / "token").read_text() for role, folder in agents.items()}
    assert len(set(tokens.values())) == 2
    kept = "".join(file.read_text() for file in server.iterdir())
    assert not any(token in kept for token in tokens.values())
    assert all(sha256(token.encode()).hexdigest() in kept for token in tokens.values())
    assert not write_secrets(volumes)
    assert (server / "dyno_database_url").read_text() == url


IN_SERVER = ("made", "dyno_agent_token_hashes", "dyno_database_url", "dyno_redis_url")


def test_secrets_of_containers_belong_to_their_readers(tmp_path: Path) -> None:
    volumes = Volumes(tmp_path / "s", tmp_path / "p", tmp_path / "r", {"load": tmp_path / "l"})
    for folder in (tmp_path / name for name in "sprl"):
        folder.mkdir()
    write_secrets(volumes)
    for name in ("postgres_password", "redis.conf"):  # an older version kept them together
        (volumes.server / name).write_text("old")
    kept = (volumes.postgres / "postgres_password").read_text()
    write_secrets(volumes)
    owners: dict[str, int] = {}
    give(volumes, lambda file, owner, _: owners.update({f"{file.parent.name}/{file.name}": owner}))
    assert (volumes.postgres / "postgres_password").read_text() == kept
    assert owners == {
        **dict.fromkeys((f"s/{name}" for name in IN_SERVER), OWNER),
        "p/postgres_password": 0,
        "r/redis.conf": 0,
        "l/token": OWNER,
    }
    assert {file.stat().st_mode & 0o777 for file in tmp_path.glob("*/*")} == {0o600}


def test_the_dashboard_in_containers_has_a_token_and_a_name(tmp_path: Path) -> None:
    (tmp_path / "made").touch()  # by an older version, which made neither
    write_login(tmp_path)
    token, name = ((tmp_path / file).read_text() for file in ("dyno_token", "dyno_own_name"))
    assert weakness_of(token) == ""
    assert re.fullmatch(r"dyno-[0-9a-f]{20}\.localhost", name)
    write_login(tmp_path)
    assert (tmp_path / "dyno_token").read_text() == token
    assert (tmp_path / "dyno_own_name").read_text() == name
