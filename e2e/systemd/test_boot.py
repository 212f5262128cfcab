"""What docs/install-server.md and docs/hosts.md promise of systemd: starts, reboots and a loss of power.

One machine goes through all of it in this order.
"""

import re

import pytest

from agents.catalog.roles import ROLES
from agents.contract.states import ExperimentState
from backend.cli.client import ApiProblem
from e2e.compose.check import check_session, sign_in
from e2e.hosts.tests.definitions import definition, tuned
from e2e.systemd.conftest import Server

pytestmark = [pytest.mark.root, pytest.mark.timeout(400)]

UNITS = ("redis", "migrate", "api@1", "api@2", "worker@1", "worker@2", "beat", "proxy")
ACCEPT = "net.core.somaxconn"
HOST = "box"


def unit(server: Server, name: str, *properties: str) -> list[str]:
    """Values of a unit's properties, in their order."""
    words = (f"--property={name}" for name in properties)
    lines = server.machine.run("systemctl", "show", *words, f"dynoboard-{name}").splitlines()
    values = dict(line.split("=", 1) for line in lines)
    return [values[name] for name in properties]


def check_units(server: Server) -> None:
    """Require every part active at its first start of this boot, and API and workers after the migration."""
    for name in UNITS:
        state = unit(server, name, "ActiveState", "NRestarts")
        assert state == ["active", "0"], (name, server.machine.log(f"--unit=dynoboard-{name}"))
    (migrated,) = unit(server, "migrate", "ActiveEnterTimestampMonotonic")
    for name in UNITS[2:7]:
        (begun,) = unit(server, name, "ExecMainStartTimestampMonotonic")
        assert int(begun) >= int(migrated), name
    assert server.machine.run("systemctl", "--failed", "--quiet", "--plain") == ""


def is_online(server: Server) -> bool:
    try:
        return [host["online"] for host in server.api.get("/hosts")] == [True]
    except ApiProblem:  # the server is still starting
        return False


def launch(server: Server, value: int) -> str:
    """The id of an experiment with this kernel setting, once its trial is measured with it."""
    (host,) = server.api.get("/hosts")
    name = f"all on {HOST}"
    testbeds = {testbed["name"]: testbed["id"] for testbed in server.api.get("/testbeds")}
    roles = dict.fromkeys(ROLES, host["id"])
    testbed = testbeds.get(name) or server.api.post("/testbeds", {"name": name, "roles": roles})["id"]
    variant = tuned(sysctl__net__core__somaxconn=value)
    order = {"definition": definition(variant, seconds=5), "seed": 1, "testbed_id": testbed}
    experiment = server.api.post("/experiments", order)["id"]

    def is_measured() -> bool:
        return any(trial["state"] == "measuring" for trial in trials(server, experiment))

    server.machine.until(is_measured, "a trial is measured")
    assert server.sysctl(ACCEPT) == str(value)
    return experiment


def trials(server: Server, experiment: str) -> list[dict]:
    return server.api.get(f"/experiments/{experiment}/trials")


def attempts(server: Server, experiment: str) -> list[tuple[int, str]]:
    return [(trial["attempt"], trial["state"]) for trial in trials(server, experiment)]


def await_end(server: Server, experiment: str) -> str:
    """The state in which it ends."""

    def state() -> str:
        return server.api.get(f"/experiments/{experiment}")["state"]

    server.machine.until(lambda: ExperimentState(state()).is_final, "the experiment's end")
    return state()


def agent_log(server: Server) -> list[str]:
    """What the agent has said since its last start."""
    (invocation,) = unit(server, "agent", "InvocationID")
    return server.machine.log("--output=cat", f"_SYSTEMD_INVOCATION_ID={invocation}").splitlines()


@pytest.fixture(scope="module")
def session(server: Server) -> str:
    """Of a browser that was signed in by the link of `dyno-server login`."""
    (link,) = re.findall(r"https://\S+#sign-in=\S+", server.dyno("login"))
    return sign_in(server.url, link, server.trust)


@pytest.fixture(scope="module")
def host(server: Server) -> str:
    """Installed by the line of Add a host; its id."""
    (line,) = re.findall(r"\(curl .*", server.dyno("enrol-token", "--name", HOST))
    said = server.machine.run("sh", "-c", line)
    assert "It starts with this host: systemctl status dynoboard-agent" in said
    server.machine.until(lambda: is_online(server), "the host is online")
    return server.api.get("/hosts")[0]["id"]


def test_the_units_start_a_server_that_people_sign_in_to(server: Server, session: str) -> None:
    check_units(server)
    check_session(server.url, session, server.trust)


def test_an_agent_that_its_line_installed_runs_in_its_sandbox(server: Server, host: str) -> None:
    assert "TOKEN" not in (server.machine.root / "etc/dynoboard/agent.env").read_text()
    sandbox = server.api.get(f"/hosts/{host}")["facts"]["sandbox"]
    reasons = {part: reason for part, reason in sandbox.items() if reason}
    assert set(reasons) <= {"memory"}, "which takes the control groups that this kernel delegates"


def test_a_reboot_keeps_everything_and_starts_it_again(server: Server, session: str, host: str) -> None:
    before = server.sysctl(ACCEPT)
    experiment = launch(server, 2222)
    assert await_end(server, experiment) == "finished"
    server.machine.reboot()
    server.await_ready()
    server.machine.until(lambda: is_online(server), "the host is online")
    check_units(server)
    check_session(server.url, session, server.trust)
    assert server.api.get("/hosts")[0]["id"] == host
    assert server.api.get(f"/experiments/{experiment}")["state"] == "finished"
    assert server.sysctl(ACCEPT) == before


def test_a_killed_agent_is_started_again_and_puts_back_before_its_next_job(server: Server, host: str) -> None:
    before = server.sysctl(ACCEPT)
    experiment = launch(server, 3333)
    server.machine.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", "dynoboard-agent")
    server.machine.until(lambda: f"sysctl {ACCEPT} is back at {before}" in "\n".join(agent_log(server)), "it")
    assert await_end(server, experiment) == "finished"
    assert attempts(server, experiment) == [(1, "failed"), (2, "done")]
    assert server.sysctl(ACCEPT) == before


def test_after_a_loss_of_power_the_journal_is_read_and_the_trial_repeated(server: Server, host: str) -> None:
    """The kernel forgets its settings then; what the next boot sets is not overwritten by what was before."""
    before = server.sysctl(ACCEPT)
    experiment = launch(server, 4444)
    server.machine.cut_power()
    assert server.sysctl(ACCEPT) == "4444"
    server.sysctl(ACCEPT, "5555")
    try:
        server.machine.start()
        server.await_ready()
        assert await_end(server, experiment) == "finished"
        assert attempts(server, experiment) == [(1, "failed"), (2, "done")]
        said = agent_log(server)
        back = next(i for i, line in enumerate(said) if f"sysctl {ACCEPT} is back already" in line)
        assert back < next(i for i, line in enumerate(said) if "prepare" in line), said
        assert server.sysctl(ACCEPT) == "5555"
        check_units(server)
    finally:
        server.sysctl(ACCEPT, before)
