"""Empty environments with a wheel in them, as seen by somebody who has neither the checkout nor Node."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
DIST = CHECKOUT / "dist"
UV = Path(sys.executable).with_name("uv")
NOT_FOR_USERS = ("node", "npm", "npx", "uv", "git")


def wheel(distribution: str) -> Path:
    """The one wheel of that name that `make dist` built."""
    (found,) = DIST.glob(f"{distribution.replace('-', '_')}-*.whl")
    return found


def pythons() -> dict[str, Path]:
    """Version, such as 3.12 → an interpreter of this machine, for every version that Dynoboard runs on."""
    folders = [*Path.home().glob(".pyenv/versions/*/bin"), *map(Path, os.get_exec_path())]
    found = {f"3.{sys.version_info.minor}": Path(sys.executable)}
    for minor in range(11, 15):
        for folder in folders:
            python = folder / f"python3.{minor}"
            if python.is_file() and "shims" not in python.parts:
                found.setdefault(f"3.{minor}", python)
    return dict(sorted(found.items()))


@dataclass(frozen=True)
class Environment:
    """A virtual environment at `folder`; `path` is the PATH of its user."""

    folder: Path
    path: Path

    def install(self, *distributions: str, dependencies: bool = True) -> None:
        """Install these wheels, and nothing that needs more than pip would."""
        options = (
            ["--constraint", str(CHECKOUT / "requirements" / "dev.lock")] if dependencies else ["--no-deps"]
        )
        self.uv("install", *options, *(str(wheel(name)) for name in distributions))

    def uv(self, *words: str) -> None:
        command = [str(UV), "pip", words[0], "--quiet", "--python", str(self.python), *words[1:]]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    def command(self, *words: str) -> list[str]:
        """A program of this environment."""
        return [str(self.folder / "bin" / words[0]), *words[1:]]

    def variables(self, **more: str) -> dict[str, str]:
        """The environment of somebody who has nothing else of ours."""
        return {"PATH": str(self.path), "HOME": str(self.folder), "LANG": "C.UTF-8"} | more

    def run(self, *words: str, cwd: Path | None = None, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*words),
            check=False,
            cwd=cwd or self.folder,
            env=self.variables(**variables),
            capture_output=True,
            text=True,
            timeout=120,
        )


def make_environment(folder: Path, python: Path, path: Path) -> Environment:
    command = [str(UV), "venv", "--quiet", "--python", str(python), str(folder)]
    subprocess.run(command, check=True, env=os.environ | {"UV_PYTHON_DOWNLOADS": "never"})
    return Environment(folder, path)


def programs_without(folder: Path, *names: str) -> Path:
    """A folder with links to every program of this machine but these."""
    folder.mkdir()
    for place in ("/usr/local/sbin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"):
        for program in Path(place).iterdir():
            if program.name not in (*names, *NOT_FOR_USERS) and not (folder / program.name).is_symlink():
                (folder / program.name).symlink_to(program)
    assert not shutil.which("node", path=str(folder))
    return folder
