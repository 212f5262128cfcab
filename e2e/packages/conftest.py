"""One place for all environments, short enough for sockets and open to PostgreSQL's account."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.packages.environment import programs_without


@pytest.fixture(scope="session")
def place() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="dyno-dist-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def programs(place: Path) -> Path:
    return programs_without(place / "programs")
