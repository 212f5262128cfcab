"""Packages are unpacked below their folder: nothing lands outside, and no script of theirs runs."""

import os
import stat
import tarfile
from pathlib import Path

import pytest

from agents.sandbox.account import account_for
from agents.servers.adding import bounded, debs
from agents.servers.adding.bounded import CannotAdd
from agents.tests.servers.adding.packages import entry, link, write_package

NGINX = entry("./usr/sbin/nginx", b"program")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    folder.mkdir()
    return folder


def unpack(tree: Path, *packages: Path) -> None:
    debs.unpack(packages, tree, tree.with_name("log"), account_for("test"))


def test_files_of_several_packages_lie_below_one_folder(tmp_path: Path, tree: Path) -> None:
    lib = "./usr/lib/x86_64-linux-gnu"
    libraries = [entry(f"{lib}/libx.so.1.2", b"library"), link(f"{lib}/libx.so.1", "libx.so.1.2")]
    packages = (write_package(tmp_path / "a.deb", NGINX), write_package(tmp_path / "b.deb", *libraries))
    unpack(tree, *packages)
    program = debs.find_program(tree)
    assert program.read_bytes() == b"program"
    assert (program.stat().st_uid, stat.S_IMODE(program.stat().st_mode)) == (os.geteuid(), 0o755)
    assert debs.library_folders(tree) == [tree / lib]
    assert not tree.with_name("log").exists()


def test_scripts_do_not_run(tmp_path: Path, tree: Path) -> None:
    script = f"#!/bin/sh\ntouch {tmp_path}/ran\n".encode()
    unpack(tree, write_package(tmp_path / "a.deb", NGINX, scripts=script))
    assert not (tmp_path / "ran").exists()
    assert not list(tree.rglob("postinst"))


def test_neither_owner_nor_setuid_bit_of_a_package_stays(tmp_path: Path, tree: Path) -> None:
    unpack(tree, write_package(tmp_path / "a.deb", entry("./usr/sbin/nginx", b"x", mode=0o6777, uid=12345)))
    status = (tree / "usr/sbin/nginx").stat()
    assert (status.st_uid, stat.S_IMODE(status.st_mode)) == (os.geteuid(), 0o755)


@pytest.mark.parametrize(
    "members",
    [
        [entry("../outside", b"x")],
        [entry("./usr/../../outside", b"x")],
        [link("./usr", ".."), entry("./usr/outside", b"x")],
        [link("./a", "b"), link("./b", ".."), entry("./a/outside", b"x")],
        [link("./usr/x", "../../outside-link")],
        [link("./x", "../outside-link", tarfile.LNKTYPE)],
        [entry("./null", type=tarfile.CHRTYPE, devmajor=1, devminor=3)],
        [entry("./pipe", type=tarfile.FIFOTYPE)],
    ],
)
def test_what_leads_out_or_is_no_file_is_refused(
    tmp_path: Path, tree: Path, members: list[tuple[tarfile.TarInfo, bytes]]
) -> None:
    (tmp_path / "outside-link").write_text("secret")
    with pytest.raises(CannotAdd, match=r"--deb .*a\.deb: "):
        unpack(tree, write_package(tmp_path / "a.deb", NGINX, *members))
    assert not (tmp_path / "outside").exists()
    assert (tmp_path / "outside-link").read_text() == "secret"


def test_an_absolute_link_means_a_place_in_the_package(tmp_path: Path, tree: Path) -> None:
    links = [link("./usr/bin/angie", "/usr/sbin/nginx"), link("./shadow", "/etc/shadow"), link("./me", "me")]
    unpack(tree, write_package(tmp_path / "a.deb", NGINX, *links))
    assert (tree / "usr/bin/angie").resolve() == (tree / "usr/sbin/nginx").resolve()
    assert not (tree / "shadow").is_symlink()
    assert not (tree / "me").is_symlink()


def test_what_is_no_whole_package_is_refused_with_the_reason(tmp_path: Path, tree: Path) -> None:
    whole = write_package(tmp_path / "a.deb", entry("./usr/sbin/nginx", os.urandom(100_000)))
    (cut := tmp_path / "cut.deb").write_bytes(whole.read_bytes()[:50_000])
    (text := tmp_path / "text.deb").write_text("no package\n" * 9)
    (empty := tmp_path / "empty.deb").touch()
    for package, reason in (
        (cut, "unexpected end of file"),
        (text, "not a Debian format archive"),
        (empty, "unexpected end of file"),
        (tmp_path / "none.deb", "no such file"),
        (tmp_path, "no such file"),
    ):
        with pytest.raises(CannotAdd, match=reason):
            unpack(tree, package)


def test_a_package_that_fills_the_disk_is_ended(
    tmp_path: Path, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "MAX_BYTES", 100_000)
    with pytest.raises(CannotAdd, match="dpkg-deb"):
        unpack(tree, write_package(tmp_path / "a.deb", entry("./usr/sbin/nginx", bytes(10_000_000))))


def test_packages_without_an_nginx_are_named(tmp_path: Path, tree: Path) -> None:
    unpack(tree, write_package(tmp_path / "a.deb", entry("./usr/sbin/sshd", b"x")))
    with pytest.raises(CannotAdd, match="no server that is known; they hold sshd"):
        debs.find_program(tree)
