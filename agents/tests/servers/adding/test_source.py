"""A build of nginx: what it lacks is said before it begins, and neither time nor disk are used up by it."""

import time
from pathlib import Path

import pytest

from agents import procfs
from agents.sandbox.account import account_for
from agents.servers.adding import bounded, source
from agents.servers.adding.bounded import CannotAdd

CONFIGURE = '#!/bin/sh\nmkdir -p objs; echo "$@" >objs/arguments\n'


@pytest.mark.parametrize(
    ("arguments", "headers"),
    [
        ([], ["pcre2.h", "zlib.h"]),
        (["--with-http_ssl_module"], ["pcre2.h", "zlib.h", "openssl/ssl.h"]),
        (["--with-http_v3_module"], ["pcre2.h", "zlib.h", "openssl/ssl.h"]),
        (["--with-http_ssl_module", "--with-openssl=deps/openssl"], ["pcre2.h", "zlib.h"]),
        (["--without-pcre", "--without-http_gzip_module"], []),
        (["--without-http_rewrite_module", "--without-http_gzip_module"], []),
        (["--without-http_rewrite_module", "--with-pcre", "--with-zlib=deps/zlib"], ["pcre2.h"]),
        (["--with-pcre=deps/pcre2", "--with-zlib=deps/zlib"], []),
    ],
)
def test_headers_are_those_that_the_arguments_use(arguments: list[str], headers: list[str]) -> None:
    assert source.needed_headers(arguments) == headers


def test_stub_status_is_added_once() -> None:
    assert source.with_status([]) == [source.STATUS_ARGUMENT]
    assert source.with_status(["--with-x", source.STATUS_ARGUMENT]) == ["--with-x", source.STATUS_ARGUMENT]


def test_what_is_missing_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(source._PACKAGES, "no/such.h", "libno-dev")  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(source, "needed_headers", lambda _: ["no/such.h"])
    assert source.missing_tools([]) == {"the header no/such.h": "libno-dev"}
    assert list(source.missing_tools(["--with-cc=no-such-cc"])) == ["a C compiler (no-such-cc)"]
    with pytest.raises(CannotAdd, match="--with-cc-opt cannot be read"):
        source.missing_tools(["--with-cc-opt='-O2"])


def make_source(tmp_path: Path, makefile: str) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "configure").write_text(CONFIGURE)
    (folder / "configure").chmod(0o755)
    (folder / "Makefile").write_text(makefile)
    return folder


def build(tmp_path: Path, folder: Path) -> Path:
    bare = ["--without-pcre", "--without-http_gzip_module"]
    return source.build(folder, bare, tmp_path / "work", tmp_path / "log", account_for("test"))


def test_a_build_leaves_the_source_as_it_was_and_keeps_its_log(tmp_path: Path) -> None:
    folder = make_source(tmp_path, "all:\n\t@echo made; cp objs/arguments objs/nginx\n")
    program = build(tmp_path, folder)
    assert program.read_text().split()[0] == source.STATUS_ARGUMENT
    assert not (folder / "objs").exists()
    assert "made" in (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    ("makefile", "reason"),
    [
        ("all:\n\t@echo no such thing >&2; exit 3\n", "make failed:\n.*no such thing"),
        ("all:\n\t@true\n", "made no objs/nginx"),
        ("all:\n\t@ln -s /bin/true objs/nginx\n", "made no objs/nginx"),
    ],
)
def test_a_build_that_fails_says_why(tmp_path: Path, makefile: str, reason: str) -> None:
    with pytest.raises(CannotAdd, match=f"(?s){reason}"):
        build(tmp_path, make_source(tmp_path, makefile))


def test_a_build_that_takes_too_long_is_ended_with_all_that_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "MAX_S", 1)
    folder = make_source(tmp_path, "all:\n\t@sleep 600 & echo $$! >pid; sleep 600\n")
    with pytest.raises(CannotAdd, match="longer than"):
        build(tmp_path, folder)
    pid = (tmp_path / "work/pid").read_text().strip()
    deadline = time.monotonic() + 20
    while procfs.is_running(int(pid)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not procfs.is_running(int(pid))


def test_a_build_that_fills_the_disk_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "MAX_BYTES", 2_000_000)
    folder = make_source(
        tmp_path, "all:\n\t@for i in 1 2 3; do head -c 1000000 /dev/zero >f$$i; done; sleep 600\n"
    )
    with pytest.raises(CannotAdd, match="make was ended: it wrote more than"):
        build(tmp_path, folder)


def test_a_folder_without_configure_is_no_source(tmp_path: Path) -> None:
    with pytest.raises(CannotAdd, match="neither auto/configure nor configure"):
        source.build(tmp_path, [], tmp_path / "work", tmp_path / "log", account_for("test"))
