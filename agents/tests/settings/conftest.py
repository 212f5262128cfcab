from pathlib import Path

import pytest

from agents.tests.settings.host import FakeHost


@pytest.fixture
def host(tmp_path: Path) -> FakeHost:
    return FakeHost(tmp_path)
