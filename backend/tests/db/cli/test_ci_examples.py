"""The pipelines of docs/ci, run as a CI server runs them: in a repository, with `dyno` in the path."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.tests.db import builders
from backend.tests.db.commands import end_next

DOCS = Path(__file__).parents[4] / "docs"
BIN = Path(__file__).parents[4] / ".venv" / "bin"
CONF = "events {}\nhttp { server { listen $listen; location / { proxy_pass http://$backend; } } }\n"


@pytest.fixture
def repository(session: Session, server: str, tmp_path: Path) -> Path:
    """A branch that changes nginx.conf, cloned from its origin as a runner does."""
    builders.a_testbed(session, "local", cpus=4, online_cpus="0-3")
    session.commit()
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    (origin / "nginx").mkdir(parents=True)
    (origin / "nginx/nginx.conf").write_text("worker_processes 1;\n" + CONF)
    (origin / "nginx/tuning.yaml").write_text((DOCS / "ci/tuning.yaml").read_text())
    _git(origin, "init", "-q", "-b", "main")
    _commit(origin)
    _git(tmp_path, "clone", "-q", str(origin), str(clone))
    (clone / "nginx/nginx.conf").write_text("worker_processes 4;\n" + CONF)
    return clone


def _git(where: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=where, check=True, capture_output=True)


def _commit(where: Path) -> None:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    _git(where, "add", ".")
    _git(where, *who, "commit", "-q", "-m", "nginx.conf")


def _bash(script: str, where: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}", "COLUMNS": "160"} | environment
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=where,
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
    )


def _example(name: str) -> Any:
    return yaml.safe_load((DOCS / "ci" / name).read_text())


def test_the_page_links_both_files() -> None:
    page = (DOCS / "ci.md").read_text()
    for name in ("github.yml", "gitlab.yml"):
        assert f"](ci/{name})" in page


def test_a_pull_request_on_github(repository: Path, tmp_path: Path) -> None:
    steps = {s["name"]: s["run"] for s in _example("github.yml")["jobs"]["tuning"]["steps"] if "run" in s}
    files = {name: tmp_path / name for name in ("GITHUB_ENV", "GITHUB_STEP_SUMMARY")}
    env = {name: str(path) for name, path in files.items()}
    env |= {"GITHUB_BASE_REF": "main", "GITHUB_HEAD_REF": "more-workers"}
    launched = _bash(steps["Launch"], repository, **env)
    assert launched.returncode == 0, launched.stderr
    env["DYNO_ID"] = files["GITHUB_ENV"].read_text().strip().removeprefix("DYNO_ID=")
    ending = end_next(ExperimentState.FINISHED, fast="branch")
    waited = _bash(steps["Wait"], repository, **env)
    ending.join()
    assert waited.returncode == 3, waited.stdout + waited.stderr  # the made-up trials have no p99
    assert "branch" in waited.stdout
    assert (repository / "dyno.xml").exists()
    summary = _bash(steps["Summary"], repository, **env)
    assert summary.returncode == 0, summary.stderr
    assert "| branch |" in files["GITHUB_STEP_SUMMARY"].read_text()
    assert "nginx.conf of more-workers" in files["GITHUB_STEP_SUMMARY"].read_text()
    assert _bash(steps["Give the hosts back"], repository, **env).returncode == 0


@pytest.mark.exhaustive
def test_a_merge_request_on_gitlab(repository: Path) -> None:
    job = _example("gitlab.yml")["tuning"]
    env = {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_COMMIT_REF_NAME": "fewer-workers"}
    ending = end_next(ExperimentState.FINISHED, fast="main")
    done = _bash("\n".join(job["script"]), repository, **env)
    ending.join()
    assert done.returncode == 4, done.stdout + done.stderr
    assert "fails: worse in req/s: branch: −" in done.stderr
    assert "<testsuite" in (repository / "dyno.xml").read_text()
    after = _bash("\n".join(job["after_script"]), repository, **env)
    assert after.returncode == 0, after.stderr
    assert "fewer-workers" in (repository / "dyno.html").read_text()
