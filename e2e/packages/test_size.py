"""The size of an installation: as README.md and docs/install.md say it beforehand, and within a limit."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.tags import Tag, sys_tags
from packaging.utils import parse_wheel_filename

from e2e.packages.environment import CHECKOUT, UV, Environment, make_environment, wheel

pytestmark = pytest.mark.timeout(300)
DOCS = ("README.md", "docs/install.md")
MAX_MB = 410
"""Without compiled files, which add about a quarter."""


@pytest.fixture(scope="module")
def installed(place: Path, programs: Path) -> Environment:
    environment = make_environment(place / "size", Path(sys.executable), programs)
    environment.install("dynoboard")
    return environment


def documented(what: str) -> list[int]:
    """The figure of each page, in MB."""
    texts = [(CHECKOUT / page).read_text() for page in DOCS]
    return [int(match[1]) for text in texts for match in re.finditer(rf"\b{what} (\d+) MB", text)]


def disk_mb(folder: Path) -> float:
    return sum(path.lstat().st_blocks for path in folder.rglob("*")) * 512 / 2**20


def test_the_download_is_as_large_as_the_docs_say(tmp_path: Path) -> None:
    lock = tmp_path / "pylock.toml"
    words = ("pip", "compile", "--quiet", "--format", "pylock.toml", "--output-file", str(lock))
    inputs = (f"--constraint={CHECKOUT}/requirements/dev.lock", f"{CHECKOUT}/requirements/embedded.in")
    subprocess.run([str(UV), *words, *inputs], check=True, capture_output=True)
    order = {tag: place for place, tag in enumerate(sys_tags())}
    packages = tomllib.loads(lock.read_text())["packages"]
    total = sum(download_bytes(package, order) for package in packages)
    total += wheel("dynoboard").stat().st_size
    assert documented("downloads") == pytest.approx([total / 1e6] * len(DOCS), rel=0.1)


def download_bytes(package: dict[str, Any], order: dict[Tag, int]) -> int:
    """The size of the file that pip would take: the wheel with the first of this Python's tags."""
    sizes: dict[int, int] = {}
    for file in package.get("wheels", []):
        tags = parse_wheel_filename(file["url"].rsplit("/", 1)[1])[3] & order.keys()
        sizes |= {order[tag]: file["size"] for tag in tags}
    return sizes[min(sizes)] if sizes else package["sdist"]["size"]


def test_the_disk_space_is_as_the_docs_say_and_limited(installed: Environment) -> None:
    plain = disk_mb(installed.folder)
    assert plain <= MAX_MB
    assert documented("takes") == pytest.approx([plain] * len(DOCS), rel=0.1)
    # as pip does; files that are templates of other Pythons do not compile
    installed.run("python", "-m", "compileall", "-q", "-j", "0", str(installed.folder / "lib"))
    assert documented("compiled") == pytest.approx([disk_mb(installed.folder)] * len(DOCS), rel=0.1)
