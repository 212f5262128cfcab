"""Others have packages called `agents` and `backend`: a command says so in one line, and ends."""

import shutil
from pathlib import Path

import pytest

from e2e.packages.environment import Environment, make_environment, pythons

PYTHON = list(pythons().values())[-1]
COMMANDS = {"dynoboard": ("dyno", "backend"), "dynoboard-agent": ("dyno-agent", "agents")}


@pytest.fixture(params=COMMANDS)
def case(request: pytest.FixtureRequest, tmp_path: Path, programs: Path) -> tuple[Environment, str, str, str]:
    """An environment with one wheel and nothing that it depends on: the check needs none of it."""
    environment = make_environment(tmp_path / "environment", PYTHON, programs)
    environment.install(request.param, dependencies=False)
    return environment, request.param, *COMMANDS[request.param]


def plant(folder: Path, name: str) -> Path:
    package = folder / name
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").unlink(missing_ok=True)  # it may be a link into uv's cache
    (package / "__init__.py").write_text("print('of somebody else')\n")
    return package


def refusal(environment: Environment, *words: str, cwd: Path | None = None, **variables: str) -> str:
    done = environment.run(*words, cwd=cwd, **variables)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr


def site(environment: Environment) -> Path:
    (found,) = environment.folder.glob("lib/python3*/site-packages")
    return found


def test_a_package_that_comes_first_on_the_path_is_named(
    case: tuple[Environment, str, str, str], tmp_path: Path
) -> None:
    environment, distribution, command, package = case
    shadow = plant(tmp_path / "elsewhere", package)
    said = refusal(environment, command, "--version", PYTHONPATH=str(shadow.parent))
    assert said.startswith(f"{command}: the package {package} of {distribution} is hidden by {shadow}, ")
    assert "take it off PYTHONPATH" in said


def test_a_package_that_was_overwritten_is_named_with_its_owner(
    case: tuple[Environment, str, str, str],
) -> None:
    environment, distribution, command, package = case
    plant(site(environment), package)
    owner = site(environment) / "openai_agents-1.0.dist-info"
    owner.mkdir()
    (owner / "METADATA").write_text("Metadata-Version: 2.1\nName: openai-agents\nVersion: 1.0\n")
    (owner / "RECORD").write_text(f"{package}/__init__.py,,\n")
    said = refusal(environment, command, "--version")
    assert f"{package}/__init__.py is not of {distribution}: openai-agents put its own package" in said
    assert "environment of its own" in said


def test_a_package_that_went_away_with_another_is_missed(
    case: tuple[Environment, str, str, str],
) -> None:
    environment, distribution, command, package = case
    shutil.rmtree(site(environment) / package)
    assert f"install {distribution} again" in refusal(environment, command, "--version")


def test_the_two_wheels_do_not_share_an_environment(case: tuple[Environment, str, str, str]) -> None:
    environment, distribution, command, _ = case
    (other,) = COMMANDS.keys() - {distribution}
    environment.install(other, dependencies=False)
    said = refusal(environment, command, "--version")
    assert "dynoboard has the agent: dyno agent" in said
    environment.uv("uninstall", other)
    if command == "dyno":  # both bring it, so it went along with the other
        assert not (environment.folder / "bin" / command).exists()
        return
    assert f"install {distribution} again" in refusal(environment, command, "--version")


def test_folders_where_a_command_is_called_do_not_matter(
    case: tuple[Environment, str, str, str], tmp_path: Path
) -> None:
    """Both are on the way to their own code: the first thing that is missing is one of their dependencies."""
    environment, _, command, _ = case
    for name in ("agents", "backend", "worker", "migrations"):
        plant(tmp_path / "project", name)
    done = environment.run(command, "--help", cwd=tmp_path / "project")
    assert "of somebody else" not in done.stdout
    assert "No module named 'typer'" in done.stderr or "No module named 'pydantic'" in done.stderr
