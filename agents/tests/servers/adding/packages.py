"""Debian packages as a test needs them, sound and hostile: an ar archive with two tar archives."""

import io
import tarfile
from collections.abc import Iterable
from pathlib import Path

CONTROL = b"Package: nginx\nVersion: 1\nArchitecture: all\nMaintainer: x <x@example.org>\nDescription: x\n"


def entry(name: str, content: bytes = b"", **fields: object) -> tuple[tarfile.TarInfo, bytes]:
    """One member: a file, unless the fields say otherwise."""
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(content), 0o755
    for field, value in fields.items():
        setattr(info, field, value)
    return info, content


def link(name: str, target: str, kind: bytes = tarfile.SYMTYPE) -> tuple[tarfile.TarInfo, bytes]:
    return entry(name, type=kind, linkname=target)


def write_package(path: Path, *entries: tuple[tarfile.TarInfo, bytes], scripts: bytes = b"") -> Path:
    """A package of these members; `scripts` is its postinst."""
    control = [entry("./control", CONTROL), *([entry("./postinst", scripts)] if scripts else [])]
    members = {"debian-binary": b"2.0\n", "control.tar.gz": _tar(control), "data.tar.gz": _tar(entries)}
    body = b"!<arch>\n"
    for name, content in members.items():
        head = f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n"
        body += head.encode() + content + b"\n" * (len(content) % 2)
    path.write_bytes(body)
    return path


def _tar(entries: Iterable[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for info, content in entries:
            archive.addfile(info, io.BytesIO(content))
    return stream.getvalue()
