"""A hostile program in place of nginx or a load tool, started by a root agent: nothing of this may work."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from agents.sandbox.sandbox import Sandbox
from agents.sandbox.spec import MAX_TASKS
from agents.tests.sandbox.conftest import Inside

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="the sandbox of a root agent")


@pytest.fixture(autouse=True)
def _all_stand(sandbox: Sandbox) -> None:
    if missing := {name: why for name, why in sandbox.why_not.items() if name != "memory"}:
        pytest.skip(f"parts of the sandbox that this host cannot have: {missing}")


def test_it_writes_in_its_own_folder_and_nowhere_else(inside: Inside, work: Path, state: Path) -> None:
    assert inside("open(f'{folder}/mine', 'w').write('x')\nfound = open(f'{folder}/mine').read()") == "x"
    state.mkdir(exist_ok=True)
    for folder in (work, state, *map(Path, ("/var/lib", "/etc", "/usr/bin", "/root", "/run"))):
        refused = inside("open(path, 'w')", path=f"{folder}/evil")
        assert refused in ("PermissionError", "OSError", "FileNotFoundError"), folder
        assert not (folder / "evil").exists()


def test_a_folder_open_to_everybody_is_closed_to_it(inside: Inside) -> None:
    """Read-only, not only forbidden: also where the file system would let it."""
    open_to_all = Path(f"/usr/local/dynoboard-sealed-{os.getpid()}")
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    try:
        say = "try: open(path, 'w')\nexcept OSError as error: found = error.strerror"
        assert inside(say, path=f"{open_to_all}/evil") == "Read-only file system"
    finally:
        open_to_all.rmdir()


def test_tmp_is_its_own(inside: Inside) -> None:
    outside = Path(f"/tmp/dyno-only-outside-{os.getpid()}")
    outside.write_text("secret")
    try:
        assert outside.name not in inside("found = os.listdir('/tmp')")
        assert inside("open('/tmp/dyno-only-inside', 'w').write('x')") == "done"
        assert not Path("/tmp/dyno-only-inside").exists()
    finally:
        outside.unlink()


def test_it_cannot_read_the_credentials(inside: Inside, state: Path) -> None:
    state.mkdir(exist_ok=True)
    (state / "credentials.json").write_text("secret")
    (state / "credentials.json").chmod(0o600)
    assert inside("found = open(path).read()", path=str(state / "credentials.json")) in (
        "PermissionError",
        "FileNotFoundError",
    )


def test_it_knows_no_token(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNO_AGENT_TOKEN", "secret")
    assert set(inside("found = dict(os.environ)")) <= {"PATH", "LANG", "TZ", "PWD", "LC_CTYPE"}
    assert inside("found = open(f'/proc/{pid}/environ').read()", pid=os.getpid()) == "FileNotFoundError"


@pytest.mark.parametrize(
    "attempt",
    [
        "os.setuid(0)",
        "os.setgid(0)",
        "os.chroot('/')",
        "os.nice(-5)",
        "resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1))",
        "os.mknod(f'{folder}/device', 0o60660, os.makedev(7, 0))",
        "os.chown('/etc/passwd', os.getuid(), -1)",
    ],
)
def test_it_gains_nothing(inside: Inside, attempt: str) -> None:
    assert inside(attempt) in ("PermissionError", "OSError", "ValueError")


def test_it_cannot_mount(inside: Inside) -> None:
    mount = "found = ctypes.CDLL(None).mount(b'tmpfs', folder.encode(), b'tmpfs', 0, None)"
    assert inside(mount) == -1
    remount = "found = ctypes.CDLL(None).mount(None, b'/', None, 0x1000 | 32, None)"  # MS_BIND | MS_REMOUNT
    assert inside(remount) == -1


def test_a_program_that_changes_users_stays_itself(inside: Inside) -> None:
    """NoNewPrivs: set-user-ID files are ordinary ones here."""
    found = inside(
        "found = {k: v for k, v in (l.split(':\\t') for l in open('/proc/self/status') if ':\\t' in l)}"
    )
    assert found["NoNewPrivs"].strip() == "1"
    for name in ("CapEff", "CapPrm", "CapInh", "CapAmb", "CapBnd"):
        assert int(found[name], 16) == 0, name


def test_it_can_neither_stop_nor_trace_the_agent(inside: Inside) -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as agent:
        try:
            assert inside("os.kill(pid, signal.SIGKILL)", pid=agent.pid) == "PermissionError"
            assert inside("found = ctypes.CDLL(None).ptrace(16, pid, None, None)", pid=agent.pid) == -1
            assert agent.poll() is None
        finally:
            agent.kill()


def test_a_fork_bomb_ends_at_its_limit(inside: Inside) -> None:
    """With a limit lowered for the test: what counts is that the limit is this user's own and holds."""
    bomb = (
        "hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NPROC, (24, 24))\n"
        "children = []\n"
        "try:\n"
        "    while len(children) < 200:\n"
        "        pid = os.fork()\n"
        "        if pid == 0: signal.pause()\n"
        "        children.append(pid)\n"
        "except BlockingIOError: pass\n"
        "for pid in children: os.kill(pid, signal.SIGKILL); os.waitpid(pid, 0)\n"
        "found = [hard, len(children)]"
    )
    hard, forked = inside(bomb)
    assert hard == MAX_TASKS
    assert 10 < forked < 24


def test_a_huge_file_ends_at_its_limit(inside: Inside) -> None:
    write = (
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "with open(f'{folder}/huge', 'wb', buffering=0) as file:\n"
        "    file.seek(8 * 1024**3)\n"
        "    try: file.write(b'x')\n"
        "    except OSError: found = os.stat(f'{folder}/huge').st_size"
    )
    assert inside(write) == 0


def test_memory_ends_at_its_limit_before_that_of_others(inside: Inside, sandbox: Sandbox) -> None:
    assert inside("found = open('/proc/self/oom_score_adj').read().strip()") == "500"
    if "memory" not in sandbox.why_not:
        text = inside("found = open('/proc/self/cgroup').read()")
        assert text.count("dynoboard-") >= 1
