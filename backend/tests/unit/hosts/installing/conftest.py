"""One virtual environment for all machines: making one takes longer than everything else of an install."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As install.sh makes it, with pip and nothing else."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    subprocess.run([Path(sys.base_prefix) / "bin" / "python3", "-I", "-m", "venv", folder], check=True)
    return folder
