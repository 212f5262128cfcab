"""Declared builds on a real nginx: what is said of them, what runs, and what is refused."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agents.contract.addresses import parse_networks
from agents.contract.reports import SERVER_CHANGED
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.proxy.setups import Setups
from agents.servers import program as program_module
from agents.servers.libraries import read_listing
from agents.servers.nginx import missing_preload
from agents.servers.program import Program
from agents.servers.registry import Servers
from agents.targets import Targets
from agents.tests.confs import conf, setup
from agents.tests.conftest import ANY_PORT, NGINX

Declare = Callable[..., Servers]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that programs in the sandbox may be started from."""
    path = Path("/opt" if os.geteuid() == 0 else "/var/tmp") / f"dyno-test-{os.getpid()}"
    path.mkdir(mode=0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture
def declare(folder: Path, folders: Folders, processes: Processes, tmp_path: Path) -> Declare:
    servers = Servers(NGINX, folders, processes, [tmp_path / "servers.d"])

    def declare(**texts: str) -> Servers:
        (tmp_path / "servers.d").mkdir(exist_ok=True)
        for name, text in texts.items():
            (tmp_path / "servers.d" / f"{name}.toml").write_text(f'kind = "nginx"\n{text}\n')
        servers.load()
        return servers

    return declare


@pytest.fixture
def build(folder: Path) -> Path:
    return Path(shutil.copy(shutil.which(NGINX) or "", folder / "nginx"))


@pytest.fixture
def run_on(folders: Folders) -> Iterator[Callable[[Servers], Setups]]:
    made: list[Setups] = []

    def run_on(servers: Servers) -> Setups:
        targets = Targets(parse_networks("127.0.0.1/32"), ANY_PORT)
        made.append(Setups(servers, folders, "127.0.0.1", (22000, 22999), targets))
        made[-1].stop_all()
        return made[-1]

    yield run_on
    for setups in made:
        setups.close()


def problem(servers: Servers, name: str) -> str:
    return next(facts.problem for facts in servers.facts if facts.name == name)


def test_nothing_is_said_where_nothing_is_declared(declare: Declare) -> None:
    assert declare().facts == []


def test_a_build_is_known_runs_and_is_refused_once_it_is_another(
    declare: Declare, build: Path, run_on: Callable[[Servers], Setups]
) -> None:
    servers = declare(copy=f'path = "{build}"\nenvironment = {{A = "1"}}')
    nginx, copy = servers.facts
    assert (nginx.name, copy.name) == ("nginx", "copy")
    assert copy.nginx
    assert copy.version.startswith("nginx/")
    assert copy.sha256 == nginx.sha256
    assert copy.libraries == nginx.libraries
    assert any("libc.so" in path for path in copy.libraries)
    assert copy.digest != nginx.digest  # its environment
    setups = run_on(servers)
    asked = setup("copied", text=conf(), server="copy", server_digest=copy.digest)
    (checked,) = setups.check([asked])
    (done, usual) = setups.prepare([asked, setup("usual")], lambda: False)
    assert checked.failure is done.failure is usual.failure is None
    assert done.argv[0][:3] == ["env", "A=1", str(build)]
    assert usual.argv[0][0] == NGINX
    running = setups.running_setups(["copied"])[0]
    assert Path(f"/proc/{running.masters[0]}/exe").readlink() == build
    (wrong,) = setups.prepare([asked.model_copy(update={"server_digest": "0" * 64})], lambda: False)
    assert wrong.failure
    assert (wrong.failure.code, "launch it again" in wrong.failure.message) == (SERVER_CHANGED, True)
    with build.with_suffix(".new").open("wb") as file:  # a running program may not be written
        file.write(build.read_bytes() + b"\0")
    build.with_suffix(".new").rename(build)
    build.chmod(0o755)
    (changed,) = setups.prepare([asked], lambda: False)
    assert changed.failure
    assert (changed.failure.code, str(build) in changed.failure.message) == (SERVER_CHANGED, True)
    servers.load()
    (stale,) = setups.prepare([asked], lambda: False)
    (fresh,) = setups.prepare([setup("fresh", server="copy")], lambda: False)
    assert stale.failure
    assert stale.failure.code == SERVER_CHANGED
    assert fresh.failure is None
    build.unlink()
    (missing,) = setups.prepare([setup("again", server="copy")], lambda: False)
    assert missing.failure
    assert missing.failure.code == "tool_missing"
    assert missing.failure.message == f"copy is missing: {build} is not there; install it again"


def test_a_build_that_is_not_here_names_the_reason(
    declare: Declare, run_on: Callable[[Servers], Setups]
) -> None:
    servers = declare(gone='path = "/no/such/nginx"')
    (done, other) = run_on(servers).prepare(
        [setup("a", server="gone"), setup("b", server="b")], lambda: False
    )
    assert done.failure
    assert other.failure
    assert "/no/such/nginx" in done.failure.message
    assert "no b.toml is in servers.d" in other.failure.message


def test_an_allocator_is_read_back(
    declare: Declare, folder: Path, run_on: Callable[[Servers], Setups]
) -> None:
    library = Path(shutil.copy("/lib/x86_64-linux-gnu/libz.so.1", folder / "malloc.so"))
    text = f'from = "nginx"\nenvironment = {{LD_PRELOAD = "{library}"}}'
    servers = declare(other=text, lost='from = "nginx"\nenvironment = {LD_PRELOAD = "/opt/no.so"}')
    assert "cannot be preloaded" in problem(servers, "lost")
    facts = next(facts for facts in servers.facts if facts.name == "other")
    assert str(library) in facts.libraries
    setups = run_on(servers)
    (done,) = setups.prepare([setup("a", server="other")], lambda: False)
    assert done.failure is None
    pid = setups.running_setups(["a"])[0].masters[0]
    assert missing_preload(Program("/x", {"LD_PRELOAD": str(library)}), pid) == ""
    assert missing_preload(Program("/x", {"LD_PRELOAD": str(library)}), os.getpid()) == str(library)
    library.write_bytes(library.read_bytes() + b"\0")
    (changed,) = setups.prepare([setup("b", server="other")], lambda: False)
    assert changed.failure
    assert changed.failure.code == SERVER_CHANGED


def test_what_is_no_nginx_is_left_out_and_the_rest_stays(
    declare: Declare, folder: Path, build: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_module, "ASK_S", 1.0)
    (folder / "script").write_text("#!/bin/sh\necho nginx version: nginx/1.22.1\n")
    (folder / "script").chmod(0o755)
    (folder / "cut").write_bytes(build.read_bytes()[:3000])
    (folder / "cut").chmod(0o755)
    (folder / "plain").write_bytes(build.read_bytes())
    (folder / "plain").chmod(0o644)
    os.mkfifo(folder / "pipe")
    began = time.monotonic()
    servers = declare(
        good=f'path = "{build}"',
        script=f'path = "{folder / "script"}"',
        cut=f'path = "{folder / "cut"}"',
        plain=f'path = "{folder / "plain"}"',
        pipe=f'path = "{folder / "pipe"}"',
        sleeps='path = "/usr/bin/sleep"',
        endless='path = "/usr/bin/yes"',
        typo="pth = 5",
    )
    assert time.monotonic() - began < 30
    assert problem(servers, "good") == ""
    reasons = {
        "script": "no program (ELF)",
        "cut": "",
        "plain": "chmod a+x",
        "pipe": "is no file",
        "sleeps": "does not answer as nginx does",
        "endless": "does not answer as nginx does",
        "typo": "there is no field “pth”",
    }
    for name, reason in reasons.items():
        assert problem(servers, name), name
        assert reason in problem(servers, name)


def test_a_build_without_the_status_page_is_refused(
    declare: Declare, build: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "nginx version: nginx/1.28.3\nconfigure arguments: --with-threads\n"
    monkeypatch.setattr("agents.servers.nginx.ask", lambda *_: program_module.Answer(0, text))
    reason = problem(declare(bare=f'path = "{build}"'), "bare")
    assert "--with-http_stub_status_module" in reason


LISTING = """\tlinux-vdso.so.1 (0x00007fd829724000)
\tlibcrypt.so.1 => /lib/x86_64-linux-gnu/libcrypt.so.1 (0x00007fd8296d7000)
\t/opt/malloc.so (0x00007fd8296d0000)
\t/lib64/ld-linux-x86-64.so.2 (0x00007fd829726000)
"""


def test_the_listing_of_the_loader() -> None:
    paths = ["/lib/x86_64-linux-gnu/libcrypt.so.1", "/lib64/ld-linux-x86-64.so.2", "/opt/malloc.so"]
    assert read_listing(0, LISTING) == paths
    assert read_listing(1, "\tstatically linked\n") == []
    for text in (
        "\tlibpcre2-8.so.0 => not found\n",
        "x: error while loading shared libraries: x: wrong ELF class: ELFCLASS32",
        "nginx: /lib/libc.so.6: version `GLIBC_2.38' not found (required by nginx)",
    ):
        with pytest.raises(ValueError, match=r"not found|wrong ELF class"):
            read_listing(0, text)
