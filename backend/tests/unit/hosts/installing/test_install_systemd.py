"""install.sh as root beside systemd: in a mount namespace, with a systemctl that does what units say."""

import io
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import pytest

from backend.tests.unit.hosts.installing.machine import SCRIPT, TOKEN, Machine, agent_wheel, machine

UNIT = files("agents").joinpath("systemd/dynoboard-agent.service").read_text()
SYSTEMCTL = """#!/bin/sh
echo "$*" >>{home}/asked
case $1 in
restart)
  [ ! -f {home}/pid ] || kill "$(cat {home}/pid)"
  set -a; . /etc/dynoboard/agent.env; set +a
  command=$(sed -n 's/^ExecStart=//p' /etc/systemd/system/dynoboard-agent.service)
  : >{home}/journal  # journalctl may ask before the agent writes
  setsid sh -c "exec $command" >{home}/journal 2>&1 </dev/null &
  echo $! >{home}/pid ;;
--quiet) kill -0 "$(cat {home}/pid)" ;;
esac
"""
ELSEWHERE = """
mount -t overlay overlay -o lowerdir=/etc,upperdir={home}/etc,workdir={home}/work /etc
mkdir -p /opt /run; mount --bind {home}/opt /opt; mount --bind {home}/run /run
exec /bin/sh -s -- "$@" <{script}
"""
NAMESPACE = ("unshare", "--map-root-user", "--mount", "--")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(400),
    pytest.mark.skipif(
        subprocess.run([*NAMESPACE, "true"], check=False, capture_output=True).returncode != 0,
        reason="mount namespaces are not allowed here",
    ),
]


def with_unit(wheel: tuple[str, bytes]) -> dict[str, bytes]:
    """The small agent, with the unit that the real one has."""
    name, content = wheel
    packed = io.BytesIO(content)
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("agents/systemd/dynoboard-agent.service", UNIT)
    return {name: packed.getvalue()}


@pytest.fixture
def box(tmp_path: Path, environment: Path) -> Iterator[Machine]:
    with machine(tmp_path, environment) as made:
        for folder in ("etc", "work", "opt", "run/systemd/system"):
            (tmp_path / folder).mkdir(parents=True)
        programs = {
            "id": "#!/bin/sh\necho 0\n",
            "systemctl": SYSTEMCTL.format(home=tmp_path),
            "journalctl": f"#!/bin/sh\ncat {tmp_path}/journal\n",
        }
        for name, text in programs.items():
            (tmp_path / "bin" / name).write_text(text)
            (tmp_path / "bin" / name).chmod(0o755)
        made.wheels = with_unit(agent_wheel("1.0"))
        yield made
        with suppress(OSError, ValueError):
            os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)


def install(box: Machine) -> subprocess.CompletedProcess[str]:
    script = ELSEWHERE.format(home=box.home, script=SCRIPT)
    words = ("--server", box.url, "--roles", "load,proxy", "--name", "box")
    path = f"{box.home}/bin:{Path(sys.base_prefix) / 'bin'}:{os.environ['PATH']}"
    return subprocess.run(
        [*NAMESPACE, "sh", "-ec", script, "sh", *words],
        check=False,
        env={"HOME": str(box.home), "PATH": path, "DYNO_AGENT_TOKEN": TOKEN},
        capture_output=True,
        text=True,
        timeout=180,
    )


def test_root_gets_a_service_that_starts_with_the_host(box: Machine) -> None:
    done = install(box)
    assert (done.returncode, done.stderr) == (0, "")
    assert "It starts with this host: systemctl status dynoboard-agent" in done.stdout
    assert (box.home / "etc/systemd/system/dynoboard-agent.service").read_text() == UNIT
    asked = (box.home / "asked").read_text().splitlines()
    assert asked[:3] == ["daemon-reload", "enable --quiet dynoboard-agent", "restart dynoboard-agent"]
    settings = box.home / "etc/dynoboard/agent.env"
    assert settings.stat().st_mode & 0o077 == 0
    assert TOKEN not in settings.read_text()  # it is in, and needs none
    assert f"DYNO_SERVER={box.url}\n" in settings.read_text()
    first = (box.home / "opt/dynoboard-agent/current").readlink()

    box.wheels = with_unit(agent_wheel("2.0"))
    assert install(box).returncode == 0
    second = (box.home / "opt/dynoboard-agent/current").readlink()
    assert second != first
    assert [found.name for found in (box.home / "opt/dynoboard-agent/releases").iterdir()] == [second.name]
