"""Other users' files and processes, looked for by a hostile program in the sandbox of a root agent."""

import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.processes import Processes
from agents.sandbox import hidden, mounts
from agents.sandbox.sandbox import Sandbox, set_up_sandbox
from agents.sandbox.spawn import spawn
from agents.sandbox.spec import SandboxSpec
from agents.tests.sandbox.conftest import Inside, skip_without_means

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="the sandbox of a root agent")
NAME = f"dynoboard-hidden-{os.getpid()}"
PLACES = [
    *("/", "/home", "/srv", "/opt", "/run", "/mnt", "/media"),
    *("/etc", "/etc/ssh", "/var", "/var/lib", "/var/log", "/var/spool"),
]


@pytest.fixture(autouse=True)
def _are_hidden(sandbox: Sandbox) -> None:
    for part in ("hidden_files", "hidden_processes"):
        skip_without_means(sandbox, part)


@pytest.fixture
def secrets() -> Iterator[list[Path]]:
    """A file in each place that everybody may read."""
    folders = [Path(place) / NAME for place in PLACES if Path(place).is_dir()]
    for folder in folders:
        folder.mkdir()
        folder.chmod(0o777)
        (folder / "secret").write_text("secret")
        (folder / "secret").chmod(0o666)
    yield [folder / "secret" for folder in folders]
    for folder in folders:
        shutil.rmtree(folder)


def test_files_that_everybody_may_read_are_not_there(inside: Inside, secrets: list[Path]) -> None:
    assert len(secrets) > 6
    for path in secrets:
        assert inside("found = open(path).read()", path=str(path)) == "FileNotFoundError", path


@pytest.fixture
def late_folder() -> Iterator[Path]:
    """A folder that was not there when the sandbox was set up."""
    folder = Path(f"/{NAME}-later")
    folder.mkdir()
    (folder / "secret").write_text("secret")
    yield folder
    shutil.rmtree(folder)


def test_a_folder_made_later_is_hidden_too(inside: Inside, late_folder: Path) -> None:
    assert inside("found = open(path).read()", path=f"{late_folder}/secret") == "FileNotFoundError"


@pytest.mark.parametrize("inside", ["declared server"], indirect=True)
def test_a_server_that_starts_while_a_folder_is_made_is_started_again(
    inside: Inside, late_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = hidden.hidden_folders()
    listings = iter([[folder for folder in folders if folder != late_folder]])
    monkeypatch.setattr(mounts, "hidden_folders", lambda: next(listings, folders))
    assert inside("found = open(path).read()", path=f"{late_folder}/secret") == "FileNotFoundError"


def test_a_folder_that_is_removed_meanwhile_stops_no_child(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = [Path(f"/{NAME}-gone"), *hidden.hidden_folders()]
    monkeypatch.setattr(mounts, "hidden_folders", lambda: listed)
    assert inside("found = os.path.isdir('/usr')") is True


def test_sockets_of_services_cannot_be_reached(inside: Inside) -> None:
    path = Path(f"/run/{NAME}")
    with socket.socket(socket.AF_UNIX) as service:
        service.bind(str(path))
        try:
            path.chmod(0o777)
            service.listen()
            connect = "import socket\nsocket.socket(socket.AF_UNIX).connect(path)"
            assert inside(connect, path=str(path)) == "FileNotFoundError"
        finally:
            path.unlink()


def test_it_sees_no_process_but_its_own(inside: Inside) -> None:
    listing = (
        "pids = [name for name in os.listdir('/proc') if name.isdigit()]\n"
        "found = [os.stat(f'/proc/{pid}').st_uid == os.getuid() for pid in pids]"
    )
    assert set(inside(listing)) == {True}
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", "secret"]) as other:
        try:
            read = "found = open(f'/proc/{pid}/cmdline').read()"
            assert inside(read, pid=other.pid) == "FileNotFoundError"
        finally:
            other.kill()


def test_what_programs_read_by_themselves_is_there(inside: Inside) -> None:
    work = (
        "import pwd, socket, ssl\n"
        "found = [pwd.getpwuid(0).pw_name, socket.getaddrinfo('localhost', 1) != [], os.cpu_count() > 0,\n"
        "    ssl.create_default_context() is not None, len(os.listdir('/usr/share')) > 0]"
    )
    assert inside(work) == ["root", True, True, True, True]


@pytest.mark.parametrize(
    ("program", "visible", "invisible"),
    [
        ("/opt/{}/nginx/sbin/cat", "/opt/{}/lualib/x.lua", "/opt/{}-other"),
        ("/srv/{}/sbin/cat", "/srv/{}/lib/x.so", "/srv/{}/x.txt"),
        ("/home/{}/cat", "/home/{}/cat", "/home/{}/x.txt"),
    ],
)
def test_a_program_of_a_hidden_place_sees_its_own_parts(
    processes: Processes, program: str, visible: str, invisible: str
) -> None:
    binary, seen, unseen = (Path(text.format(NAME)) for text in (program, visible, invisible))
    root = Path(*binary.parts[:3])
    try:
        for path in (binary, seen):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("x")
        unseen.write_text("secret")
        shutil.copy("/bin/cat", binary)
        binary.chmod(0o755)
        (root / "lib64").symlink_to("lib")
        assert processes.run([str(binary), str(seen)]).returncode == 0
        process = processes.run([str(binary), str(unseen)])
        assert (process.returncode, process.stdout) == (1, b"")
    finally:
        shutil.rmtree(root, ignore_errors=True)
        unseen.unlink(missing_ok=True)


def test_an_agent_notices_at_its_start_that_files_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    real = hidden.hidden_folders
    monkeypatch.setattr(mounts, "hidden_folders", lambda: [f for f in real() if f != Path("/var")])
    sandbox = set_up_sandbox(f"seen-{os.getpid()}", refuses_calls=True)
    sandbox.close()
    assert sandbox.why_not.keys() == {"hidden_files"}
    assert sandbox.why_not["hidden_files"].startswith("it sees /var/")


def test_an_agent_notices_at_its_start_that_processes_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mounts, "PROC_OPTIONS", "hidepid=0")
    sandbox = set_up_sandbox(f"seen-{os.getpid()}", refuses_calls=True)
    sandbox.close()
    assert sandbox.why_not == {"hidden_processes": "it sees the agent's process"}


def test_a_child_that_sees_more_than_its_agent_promised_is_told(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mounts, "hidden_folders", lambda: [hidden.ETC])
    monkeypatch.setattr(mounts, "PROC_OPTIONS", "hidepid=0")
    with sandbox.start(["sleep", "60"], SandboxSpec(), cwd="/") as child:
        lacking = sandbox.missing(child.pid, SandboxSpec())
        child.kill()
    assert lacking is not None
    assert "hidden_files: it could read below /" in lacking
    assert "hidden_processes: /proc is the host's" in lacking


def test_a_child_starts_while_other_threads_start_theirs() -> None:
    """A file that is open for writing while another thread forks keeps mounts from being read-only."""
    has_ended = threading.Event()

    def start_others() -> None:
        while not has_ended.is_set():
            subprocess.run(["true"], check=True)

    threads = [threading.Thread(target=start_others) for _ in range(6)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(100):
            child = spawn(lambda: mounts.enter(SandboxSpec(), has_own_proc=True), ["true"])
            assert child.wait() == 0
    finally:
        has_ended.set()
        for thread in threads:
            thread.join()
