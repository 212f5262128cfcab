"""`dyno agent server` on a real nginx: what it declares can be used, and what it refuses leaves nothing."""

import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agents import procfs
from agents.servers.adding import command, running_agents
from agents.servers.adding.place import Place
from agents.servers.adding.texts import program_text
from agents.servers.declarations import read_declaration
from agents.servers.declared_text import DeclaredServer
from agents.tests.servers.adding.packages import entry, write_package

Run = Callable[..., tuple[int, str]]
NGINX = Path(shutil.which("nginx") or "/usr/sbin/nginx")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """The status and what is printed; the agents of this machine are left alone."""
    monkeypatch.setattr(command, "tell_agents", lambda _: ["told"])
    monkeypatch.setenv("DYNO_AGENT_LOCK", str(tmp_path / "lock"))
    umask = os.umask(0o077)

    def run_command(*words: str | Path) -> tuple[int, str]:
        name, *more = map(str, words)
        end = more.index("--") if "--" in more else len(more)
        status = command.main([name, *more[:end], "--servers", str(tmp_path / "servers.d"), *more[end:]])
        output = capsys.readouterr()
        return status, output.out + output.err

    yield run_command
    logging.disable(logging.NOTSET)
    os.umask(umask)


def files(tmp_path: Path) -> list[str]:
    folder = tmp_path / "servers.d"
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def test_a_program_that_is_here_is_declared_listed_and_removed(tmp_path: Path, run: Run) -> None:
    status, output = run("add", "own", "--file", NGINX, "--environment", 'A=ä "quoted" \\ x')
    assert (status, "own: nginx/" in output, "told" in output) == (0, True, True)
    declaration = read_declaration((tmp_path / "servers.d/own.toml").read_text())
    assert (declaration.environment, getattr(declaration, "path", None)) == (
        {"A": 'ä "quoted" \\ x'},
        str(NGINX),
    )
    status, output = run("list")
    assert [line.split()[0] for line in output.splitlines()] == ["nginx", "own"]
    assert run("add", "own", "--file", NGINX)[0] == 1
    assert run("add", "copy", "--from", "own")[0] == 0
    status, output = run("remove", "own")
    assert (status, "copy is declared from own" in output) == (1, True)
    assert [run("remove", name)[0] for name in ("copy", "own", "own")] == [0, 0, 1]
    assert files(tmp_path) == []


def test_a_package_is_unpacked_and_its_libraries_are_loaded(tmp_path: Path, run: Run) -> None:
    library = entry("./usr/lib/libunused.so.1", b"x")
    package = write_package(tmp_path / "a.deb", entry("./usr/sbin/nginx", NGINX.read_bytes()), library)
    assert run("add", "packed", "--deb", package)[0] == 0
    folder = tmp_path / "servers.d"
    declaration = read_declaration((folder / "packed.toml").read_text())
    assert declaration.environment == {"LD_LIBRARY_PATH": str(folder / "packed/usr/lib")}
    assert files(tmp_path) == ["packed", "packed.toml"]
    assert run("remove", "packed")[0] == 0
    assert files(tmp_path) == []


def test_haproxy_and_caddy_are_declared_as_their_examples_declare_them() -> None:
    """The program is another file; its environment joins that of the example."""
    for name, variables in (("haproxy", {}), ("caddy", {"HOME": "{folder}"})):
        program = Path(f'/opt/ä "x/{name}')
        declaration = read_declaration(program_text(program, {"LD_LIBRARY_PATH": "/opt/lib"}))
        assert isinstance(declaration, DeclaredServer)
        assert declaration.environment == variables | {"LD_LIBRARY_PATH": "/opt/lib"}
        commands = (declaration.argv, declaration.version, declaration.check)
        assert {words[0] for words in commands if words} == {str(program)}


def test_the_text_of_an_example_does_not_replace_the_operators_own(tmp_path: Path) -> None:
    place = Place(tmp_path)
    for name in ("one", "two"):
        place.write(name, program_text(Path("/usr/sbin/haproxy"), {}))
        (tmp_path / "haproxy.cfg").write_text("mine")
    assert (tmp_path / "haproxy.cfg").read_text() == "mine"


@pytest.mark.parametrize("content", [b"", b"#!/bin/sh\nexec nginx\n", b"\x7fELF" + bytes(100), b"x" * 100])
def test_a_package_whose_nginx_cannot_run_leaves_nothing(tmp_path: Path, run: Run, content: bytes) -> None:
    package = write_package(tmp_path / "a.deb", entry("./usr/sbin/nginx", content))
    status, output = run("add", "packed", "--deb", package)
    assert (status, output.startswith("dyno agent server add: ")) == (1, True)
    assert files(tmp_path) == []


def test_missing_libraries_are_all_named(tmp_path: Path, run: Run) -> None:
    """The names of two libraries in the binary are changed into ones that no host has."""
    content = NGINX.read_bytes().replace(b"libcrypt.so.1\0", b"libcrypu.so.1\0")
    content = content.replace(b"libcrypto.so.3\0", b"libcrypuo.so.3\0")
    package = write_package(tmp_path / "a.deb", entry("./usr/sbin/nginx", content))
    status, output = run("add", "packed", "--deb", package)
    assert (status, "libcrypu.so.1" in output, "libcrypuo.so.3" in output) == (1, True, True)


def test_a_build_that_no_configuration_fits_is_refused(tmp_path: Path, run: Run) -> None:
    """One argument that the binary says it was built with is changed into another."""
    argument = b"--with-http_auth_request_module"
    content = NGINX.read_bytes()
    assert argument in content
    content = content.replace(argument, b"--without-http_scgi_module".ljust(len(argument)))
    package = write_package(tmp_path / "a.deb", entry("./usr/sbin/nginx", content))
    status, output = run("add", "packed", "--deb", package)
    assert (status, "was built without http_scgi" in output) == (1, True), output
    assert files(tmp_path) == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("nginx", "--from", "nginx"), "agent's own"),
        (("../up", "--from", "nginx"), "a name has"),
        (("Big", "--from", "nginx"), "a name has"),
        (("x" * 41, "--from", "nginx"), "a name has"),
        (("a", "--from", "none"), "there is no server “none”"),
        (("a", "--file", "/no/such"), "/no/such"),
        (("a", "--file", "/bin/true"), "does not answer as nginx"),
        (("a", "--file", "/etc/passwd"), "not executable"),
        (("a", "--from", "nginx", "--environment", "LD_PRELOAD=/no/such.so"), "cannot be preloaded"),
        (("a", "--from", "nginx", "--environment", "A=\n"), "environment"),
        (("a", "--source", "/etc"), "neither auto/configure nor configure"),
    ],
)
def test_what_is_refused_says_why_and_leaves_nothing(
    tmp_path: Path, run: Run, words: tuple[str, ...], reason: str
) -> None:
    status, output = run("add", *words)
    assert (status, reason in output) == (1, True), output
    assert files(tmp_path) == []


@pytest.mark.parametrize(
    "words",
    [
        ("add", "a"),
        ("add", "a", "--file", "/x", "--deb", "/y"),
        ("add", "a", "--from", "b", "--", "--with-x"),
        (),
    ],
)
def test_wrong_options_end_with_a_line(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(words)
    assert "server" in capsys.readouterr().err


def test_a_built_program_stays_and_its_work_folder_goes(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "configure").write_text("#!/bin/sh\nmkdir objs\n")
    (folder / "configure").chmod(0o755)
    (folder / "Makefile").write_text(f"all:\n\tcp {NGINX} objs/nginx\n")
    words = ("add", "built", "--source", folder, "--", "--without-pcre", "--without-http_gzip_module")
    status, output = run(*words)
    assert status == 0, output
    assert files(tmp_path) == ["built", "built.log", "built.toml"]
    assert [p.name for p in (tmp_path / "servers.d/built").iterdir()] == ["sbin"]
    mode = (tmp_path / "servers.d/built/sbin/nginx").stat().st_mode
    assert mode & 0o777 == 0o755, "everybody runs it, only its owner changes it"


def test_an_agent_that_reads_servers_is_told_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three programs that look like agents: HUP would end the one that does not catch it."""
    script = tmp_path / "dyno-agent"
    script.write_text(
        "import signal, sys, pathlib\n"
        "if sys.argv[1] != 'old':\n"
        "    signal.signal(signal.SIGHUP, lambda *_: pathlib.Path(sys.argv[1]).touch())\n"
        "print('ready', flush=True)\n"
        "while True: signal.pause()\n"
    )
    options = [
        ("by-state", "--state", "state"),
        ("by-servers", f"--servers={tmp_path}/state/servers.d"),
        ("old", "--state", "state"),
        ("elsewhere", "--state", "other"),
    ]
    agents = [
        subprocess.Popen([sys.executable, script, *words], stdout=subprocess.PIPE, cwd=tmp_path)
        for words in options
    ]
    try:
        for agent in agents:
            assert agent.stdout
            assert agent.stdout.readline() == b"ready\n"
        monkeypatch.setattr(procfs, "all_pids", lambda: [agent.pid for agent in agents])
        sentences = running_agents.tell_agents(tmp_path / "state" / "servers.d")
        assert [sentence.split()[1] for sentence in sentences] == [str(agent.pid) for agent in agents[:2]]
        deadline = time.monotonic() + 20
        marks = [tmp_path / words[0] for words in options]
        while not (marks[0].exists() and marks[1].exists()) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert [mark.exists() for mark in marks] == [True, True, False, False]
        assert agents[2].poll() is None
    finally:
        for agent in agents:
            agent.send_signal(signal.SIGKILL)
            agent.wait()
