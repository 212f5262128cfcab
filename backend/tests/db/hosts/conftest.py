import pytest

from backend.tests.db.agents import Farm
from backend.tests.db.machines import Machine


@pytest.fixture
def machine(farm: Farm) -> Machine:
    return Machine(farm)
