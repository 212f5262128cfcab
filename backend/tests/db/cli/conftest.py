"""A definition for commands that launch."""

from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from backend.tests.db import builders
from backend.tests.db.commands import WORKERS


@pytest.fixture
def recipe(session: Session, tmp_path: Path) -> str:
    builders.a_testbed(session, "local", cpus=2, online_cpus="0-1")
    session.commit()
    path = tmp_path / "workers.yaml"
    path.write_text(WORKERS)
    return str(path)
