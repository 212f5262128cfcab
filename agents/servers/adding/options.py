"""Command line of `dyno agent server`."""

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from agents.servers.adding.place import default_folder

_EPILOG = """examples:
  %(prog)s nginx-own --file /opt/nginx/sbin/nginx
  %(prog)s nginx-1.26.3 --deb nginx_1.26.3-3_amd64.deb
  %(prog)s haproxy --deb haproxy.deb --deb liblua5.3-0.deb
  %(prog)s nginx-o3 --source nginx-1.28.3 -- --with-http_ssl_module --with-cc-opt=-O3
  %(prog)s nginx-jemalloc --from nginx --environment LD_PRELOAD=/usr/lib/x86_64-linux-gnu/libjemalloc.so.2
"""


def parse_options(words: Sequence[str]) -> argparse.Namespace:
    """Options of one command. What follows `--` goes to configure."""
    end = list(words).index("--") if "--" in words else len(words)
    parser = _parser()
    options = parser.parse_args(words[:end])
    options.arguments = list(words[end + 1 :])
    if options.arguments and not getattr(options, "source", None):
        parser.error("arguments after -- go to configure: they need --source DIR")
    return options


def command_name() -> str:
    """The command as it was typed."""
    return "dyno-agent server" if Path(sys.argv[0]).name == "dyno-agent" else "dyno agent server"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=command_name(), description="Servers that variants may name on this host."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="add, list or remove")
    add = commands.add_parser(
        "add",
        help="declare a server, by its file, its package or its source",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add.add_argument("name", metavar="NAME", help="the name that variants give")
    ways = add.add_mutually_exclusive_group(required=True)
    ways.add_argument("--file", type=Path, metavar="PATH", help="a program; it stays where it is")
    ways.add_argument(
        "--deb",
        type=Path,
        action="append",
        metavar="FILE",
        help="a Debian package; more --deb for libraries that it needs; their scripts do not run",
    )
    ways.add_argument(
        "--source", type=Path, metavar="DIR", help="nginx's source; its configure gets what follows --"
    )
    ways.add_argument("--from", dest="origin", metavar="NAME", help="another server, with --environment")
    add.add_argument(
        "--environment",
        type=_variable,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a variable that it starts with; may be given several times",
    )
    add.add_argument("--now", action="store_true", help="build although an experiment uses this host")
    listing = commands.add_parser("list", help="the servers of this host, and why one cannot be used")
    remove = commands.add_parser("remove", help="remove a server, and what add has unpacked or built")
    remove.add_argument("name", metavar="NAME")
    remove.add_argument("--now", action="store_true", help="remove it although an experiment uses this host")
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"  # as the agent finds its own
    for command in (add, listing, remove):
        command.add_argument(
            "--servers",
            type=Path,
            default=default_folder(),
            metavar="DIR",
            help="folder of declarations that the agent reads (default: %(default)s)",
        )
        command.add_argument("--nginx", default=nginx, metavar="PATH", help="the agent's own nginx")
    return parser


def _variable(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        raise argparse.ArgumentTypeError(f"“{text}” is no variable, such as LD_PRELOAD=/usr/lib/libx.so")
    return name, value
