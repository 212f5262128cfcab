import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agents.contract.addresses import DEFAULT_ALLOWED, parse_networks
from agents.contract.reports import SampleBatch
from agents.journal.journal import Journal
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.proxy.setups import Setups
from agents.runner.clock import ServerClock
from agents.runner.host import Host
from agents.runner.host_lock import HostLock
from agents.runner.job_handlers import JobHandlers
from agents.sandbox.sandbox import Sandbox, set_up_sandbox
from agents.servers.registry import Servers
from agents.settings.changes import Changes
from agents.settings.registry import setting_handlers
from agents.targets import Targets
from agents.tests.agent_process import AgentProcess, start_redis
from agents.tests.fake_plane import FakePlane
from agents.tests.ports import free_port

ANY_PORT = ((1, 65535),)
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"


@pytest.fixture
def state() -> Iterator[Path]:
    """A state directory that workers of a root agent can enter, short enough for unix sockets."""
    folder = Path(tempfile.mkdtemp(prefix="dyno"))
    folder.chmod(0o755)
    yield folder / "s"
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    raised = set_up_sandbox(f"tests-{os.getpid()}", refuses_calls=True)
    yield raised
    raised.close()


@pytest.fixture
def processes(state: Path, sandbox: Sandbox) -> Processes:
    return Processes(state / "processes", sandbox)


@pytest.fixture
def folders(state: Path, sandbox: Sandbox) -> Folders:
    return Folders(state, sandbox.account)


@pytest.fixture
def setups(folders: Folders, processes: Processes) -> Iterator[Setups]:
    targets = Targets(parse_networks("127.0.0.1/32"), ANY_PORT)
    setups = Setups(Servers(NGINX, folders, processes), folders, "127.0.0.1", (22000, 22999), targets)
    setups.stop_all()
    yield setups
    setups.close()


@pytest.fixture
def host(state: Path, processes: Processes, setups: Setups) -> Iterator[Host]:
    handlers = setting_handlers()
    changes = Changes(Journal(state), handlers.by_kind())
    made = Host(processes, setups, handlers, changes, HostLock(state / "lock", "here"))
    yield made
    made.put_back()


@pytest.fixture
def samples() -> list[SampleBatch]:
    """What `handlers` have sent."""
    return []


@pytest.fixture
def handlers(
    host: Host,
    processes: Processes,
    setups: Setups,
    targets: Targets,
    folders: Folders,
    samples: list[SampleBatch],
) -> JobHandlers:
    """Handlers of a host whose page somebody watches, and whose load tools no other host waits for."""
    return JobHandlers(
        host, processes, setups, ServerClock(), folders, targets, samples.append, lambda: True, lambda _: None
    )


@pytest.fixture(scope="session")
def redis_port() -> int:
    return free_port()


@pytest.fixture(scope="session")
def broker_url(redis_port: int) -> Iterator[str]:
    redis = start_redis(redis_port)
    yield f"redis://127.0.0.1:{redis_port}/0"
    redis.terminate()
    redis.wait()


@pytest.fixture
def plane(broker_url: str) -> Iterator[FakePlane]:
    plane = FakePlane(broker_url)
    yield plane
    plane.close()


@pytest.fixture(scope="module")
def agent(broker_url: str) -> Iterator[AgentProcess]:
    """One agent for the tests of a module that leave it as they found it."""
    plane = FakePlane(broker_url)
    plane.host_id = "shared"
    with tempfile.TemporaryDirectory(prefix="dyno") as folder:
        agent = AgentProcess(plane, Path(folder) / "s")
        yield agent
        agent.stop()
    plane.close()


@pytest.fixture
def start_agent(plane: FakePlane, state: Path) -> Iterator[Callable[..., AgentProcess]]:
    started: list[AgentProcess] = []

    def start(*options: str, user: str | None = None) -> AgentProcess:
        started.append(AgentProcess(plane, state, *options, user=user))
        return started[-1]

    yield start
    for agent in started:
        if agent.is_running():
            agent.stop()


@pytest.fixture
def targets() -> Targets:
    """Servers that a test starts itself listen where the kernel lets them."""
    return Targets(parse_networks(DEFAULT_ALLOWED), ANY_PORT)
