"""One set of three hosts for all tests in here; each test leaves them online and clean."""

import os
import shutil
from collections.abc import Iterator

import pytest

from agents.catalog.roles import ROLES
from e2e.hosts.three import ThreeHosts, three_hosts

# sooner than usual, so that nobody waits for minutes: a host is offline, and is given up
PATIENCE = {"DYNO_HOST_SILENT_AFTER_S": "5", "DYNO_HOST_RETURN_S": "12"}


@pytest.fixture(scope="session")
def shared_hosts() -> Iterator[ThreeHosts]:
    if os.geteuid() != 0:
        pytest.skip("network namespaces need root")
    if missing := [name for name in ("ip", "sysctl", "nginx", "wrk") if not shutil.which(name)]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    with three_hosts(environment=PATIENCE) as hosts:
        yield hosts


@pytest.fixture
def hosts(shared_hosts: ThreeHosts) -> Iterator[ThreeHosts]:
    yield shared_hosts
    for role in ROLES:
        shared_hosts.network.mend(role)
    everywhere = dict.fromkeys(ROLES, (True, "clean"))
    shared_hosts.until(lambda: shared_hosts.conditions() == everywhere, "every host online and clean")
