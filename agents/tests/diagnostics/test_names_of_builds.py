"""Names of functions in the profile of a build that `dyno agent server add NAME --source` made."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.contract.addresses import parse_networks
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.proxy.setups import Setups
from agents.runner.job_handlers import JobHandlers
from agents.servers.registry import Servers
from agents.targets import Targets
from agents.tests.conftest import ANY_PORT, NGINX
from agents.tests.diagnostics.test_diagnose import PROFILE, diagnostic, needs_profile

PLACES = [Path("/usr/local/lib"), Path.home() / ".local/lib"]
BUILT = next(
    (p for place in PLACES if (p := place / "dynoboard-nginx/nginx-1.28.3/sbin/nginx").exists()), None
)
STATIC_FUNCTION = "ngx_epoll_process_events"  # no symbol of a stripped program has it


@pytest.fixture
def setups(folders: Folders, processes: Processes, tmp_path: Path) -> Iterator[Setups]:
    """Setups of a host that has the build beside its own nginx."""
    (tmp_path / "servers.d").mkdir()
    (tmp_path / "servers.d" / "built.toml").write_text(f'kind = "nginx"\npath = "{BUILT}"\n')
    servers = Servers(NGINX, folders, processes, [tmp_path / "servers.d"])
    servers.load()
    targets = Targets(parse_networks("127.0.0.1/32"), ANY_PORT)
    setups = Setups(servers, folders, "127.0.0.1", (22000, 22999), targets)
    setups.stop_all()
    yield setups
    setups.close()


@needs_profile
@pytest.mark.skipif(BUILT is None, reason=".ci/setup test builds it, with cargo")
def test_functions_of_a_build_from_source_have_their_names(handlers: JobHandlers) -> None:
    report, _ = diagnostic(handlers, PROFILE, seconds=2, server="built")
    (stacks,) = (profile.stacks for profile in report.profiles if profile.subject == "a")
    assert any(STATIC_FUNCTION in stack for stack in stacks)
    assert not any("[nginx]" in stack for stack in stacks)
