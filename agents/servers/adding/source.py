"""A build of nginx from its source: what it needs, configure and make, within bounds. The log is kept."""

import os
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from agents.sandbox.account import Account
from agents.servers.adding.bounded import MAX_BYTES, MAX_S, CannotAdd, hand_over, run_bounded, size_of

STATUS_ARGUMENT = "--with-http_stub_status_module"
_PACKAGES = {  # header → its package in Debian and Ubuntu
    "pcre2.h": "libpcre2-dev",
    "zlib.h": "zlib1g-dev",
    "openssl/ssl.h": "libssl-dev",
}
_ALIASES = {"pcre2.h": "pcre.h"}  # before nginx 1.21.5
_SSL = re.compile(r"^--with-\w*(ssl|_v3)_module")


def build(source: Path, arguments: Sequence[str], folder: Path, log: Path, account: Account) -> Path:
    """The nginx that a copy of the source in `folder` was made to; CannotAdd with the end of the log."""
    configure = next((name for name in ("auto/configure", "configure") if (source / name).is_file()), None)
    if configure is None:
        raise CannotAdd(
            f"--source {source} has neither auto/configure nor configure: give the folder of nginx's source"
        )
    if lacking := missing_tools(arguments):
        raise CannotAdd(
            f"a build needs {', '.join(lacking)}: on Debian and Ubuntu, apt-get install "
            f"{' '.join(dict.fromkeys(lacking.values()))}; or leave out what needs a library (--without-…)"
        )
    _copy(source, folder)
    hand_over(folder, account)
    log.unlink(missing_ok=True)
    deadline = time.monotonic() + MAX_S
    run_bounded([f"./{configure}", *with_status(arguments)], folder, log, deadline, account)
    run_bounded(["make", f"-j{len(os.sched_getaffinity(0))}"], folder, log, deadline, account)
    programs = (folder / "objs" / name for name in ("nginx", "angie"))
    program = next((path for path in programs if path.is_file() and not path.is_symlink()), None)
    if program is None:
        raise CannotAdd("the build made no objs/nginx")
    return program


def with_status(arguments: Sequence[str]) -> list[str]:
    """The arguments of configure with stub_status, without which no nginx is taken. Pure."""
    return [*arguments] if STATUS_ARGUMENT in arguments else [STATUS_ARGUMENT, *arguments]


def needed_headers(arguments: Sequence[str]) -> list[str]:
    """Headers of libraries that these arguments of configure want of the system. Pure."""
    values = _values_of(arguments)
    is_without_pcre = "--without-pcre" in values or (
        "--without-http_rewrite_module" in values and "--with-pcre" not in values
    )
    uses = {
        "pcre2.h": not is_without_pcre and not values.get("--with-pcre"),
        "zlib.h": "--without-http_gzip_module" not in values and not values.get("--with-zlib"),
        "openssl/ssl.h": not values.get("--with-openssl") and any(_SSL.search(name) for name in values),
    }
    return [header for header, is_used in uses.items() if is_used]


def missing_tools(arguments: Sequence[str]) -> dict[str, str]:
    """Tools and headers that this host lacks for a build → the packages that have them."""
    values = _values_of(arguments)
    compiler = values.get("--with-cc", "cc")
    lacking = {} if shutil.which("make") else {"make": "make"}
    if shutil.which(compiler) is None:
        return lacking | {f"a C compiler ({compiler})": "gcc libc6-dev"}
    try:
        options = shlex.split(values.get("--with-cc-opt", ""))
    except ValueError as error:
        raise CannotAdd(f"--with-cc-opt cannot be read: {error}") from None
    headers = [header for header in needed_headers(arguments) if not _has_header(compiler, options, header)]
    return lacking | {f"the header {header}": _PACKAGES[header] for header in headers}


def _values_of(arguments: Sequence[str]) -> dict[str, str]:
    return {name: value for name, _, value in (word.partition("=") for word in arguments)}


def _has_header(compiler: str, options: Sequence[str], header: str) -> bool:
    """Ask the compiler, which knows its folders."""
    alias = _ALIASES.get(header, header)
    code = f"#if !__has_include(<{header}>) && !__has_include(<{alias}>)\n#error missing\n#endif\n"
    command = [compiler, *options, "-E", "-x", "c", "-"]
    try:
        process = subprocess.run(command, input=code.encode(), capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return process.returncode == 0


def _copy(source: Path, folder: Path) -> None:
    """A copy to build in: the operator's tree stays as it is."""
    if size_of(source) > MAX_BYTES:
        raise CannotAdd(f"--source {source} holds more than {MAX_BYTES >> 30} GB")
    try:
        shutil.copytree(source, folder, symlinks=True, ignore=shutil.ignore_patterns(".git", ".hg", "objs"))
    except shutil.Error as error:
        raise CannotAdd(f"--source {source} cannot be copied: {str(error)[:500]}") from None
