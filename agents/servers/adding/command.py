"""`dyno agent server add`, `list`, `remove`: for the operator of a host. No job leads here."""

import logging
import os
import shutil
import sys
import tempfile
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from agents.contract.servers import MAX_SERVERS, ServerFacts
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.runner.host_lock import HostLock, default_folder
from agents.sandbox.account import account_for
from agents.sandbox.sandbox import set_up_sandbox
from agents.servers.adding import debs, source
from agents.servers.adding.bounded import MAX_S, CannotAdd
from agents.servers.adding.options import command_name, parse_options
from agents.servers.adding.place import Place
from agents.servers.adding.running_agents import tell_agents
from agents.servers.adding.texts import nginx_text, program_text
from agents.servers.registry import Servers


def main(words: Sequence[str]) -> int:
    """The status to end with; `words` come after `server`."""
    options = parse_options(words)
    logging.disable(logging.WARNING)  # what is wrong with a server is printed once
    os.umask(0o022)  # the sandbox's user reads what is made here
    run = {"add": _add, "list": _list, "remove": _remove}[options.command]
    try:
        run(options, Place(options.servers))
    except (CannotAdd, OSError) as error:
        advice = ": run it as root, with sudo" if isinstance(error, PermissionError) and os.geteuid() else ""
        print(f"{command_name()} {options.command}: {error}{advice}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _add(options: Namespace, place: Place) -> None:
    name, declarations = options.name, place.declarations()
    file = place.file_of(name)
    if name in declarations:
        raise CannotAdd(f"{file} is there already; remove {name} first")
    if len(declarations) >= MAX_SERVERS - 1:
        raise CannotAdd(f"{place.folder} has {len(declarations)} servers, as many as an agent reads")
    try:
        place.write(name, _make(options, place))
        facts = _read_facts(options, place)[name]
        if facts.problem:
            raise CannotAdd(facts.problem)
    except FileExistsError as error:  # it is somebody else's
        raise CannotAdd(f"{error.filename} is there: remove {name} first, or wait for another add") from None
    except BaseException:
        place.remove(name)
        raise
    print(f"{name}: {facts.version}, declared in {file}")
    print(*tell_agents(place.folder), sep="\n")


def _make(options: Namespace, place: Place) -> str:
    """The text of a declaration, once what it names is there."""
    environment = dict(options.environment)
    if options.origin:
        return nginx_text("from", options.origin, environment)
    if options.file:
        return program_text(options.file.expanduser().absolute(), environment)
    tree, log = place.make_tree(options.name), place.log_of(options.name)
    if options.source:
        return program_text(_build(options, tree, log), environment)
    debs.unpack(options.deb, tree, log, account_for("server-add"))
    folders = ":".join(map(str, debs.library_folders(tree)))
    libraries = {"LD_LIBRARY_PATH": folders} if folders else {}
    return program_text(debs.find_program(tree), libraries | environment)


def _build(options: Namespace, tree: Path, log: Path) -> Path:
    _refuse_at_work(options, "a build disturbs it")
    print(f"Building, at most {MAX_S // 60} minutes; its log is {log}", flush=True)
    work, program = tree / "build", tree / "sbin" / "nginx"
    built_program = source.build(options.source, options.arguments, work, log, account_for("server-add"))
    program.parent.mkdir()
    shutil.copyfile(built_program, program)
    program.chmod(0o755)
    shutil.rmtree(work)
    return program


def _refuse_at_work(options: Namespace, reason: str) -> None:
    lock = HostLock(Path(os.environ.get("DYNO_AGENT_LOCK") or default_folder()), "server")
    if (claim := lock.foreign_claim()) and not options.now:
        raise CannotAdd(f"experiment {claim.experiment} uses this host, and {reason}: wait, or add --now")


def _list(options: Namespace, place: Place) -> None:
    servers = _read_facts(options, place)
    for name, facts in servers.items():
        print(f"{name:<24} {facts.version:<20} {_details(facts)}".rstrip())
    if not servers:
        print(f"{place.folder} declares none: dyno agent server add --help")


def _details(facts: ServerFacts) -> str:
    if facts.problem:
        return f"cannot be used: {facts.problem}"
    variables = " ".join(f"{name}={value}" for name, value in facts.environment.items())
    return f"{facts.nginx.path if facts.nginx else ''} {variables}".strip()


def _remove(options: Namespace, place: Place) -> None:
    name, declarations = options.name, place.declarations()
    file = place.file_of(name)
    if not file.exists() and not place.tree_of(name).exists():
        raise CannotAdd(f"there is no {file}; there is: {', '.join(sorted(declarations)) or 'none'}")
    users = [
        user
        for user, declaration in declarations.items()
        if not isinstance(declaration, str) and getattr(declaration, "origin", None) == name
    ]
    if users:
        raise CannotAdd(f"{', '.join(users)} is declared from {name}: remove that first")
    _refuse_at_work(options, "may measure this server")
    place.remove(name)
    place.log_of(name).unlink(missing_ok=True)
    print(f"{name} is removed")
    print(*tell_agents(place.folder), sep="\n")


def _read_facts(options: Namespace, place: Place) -> dict[str, ServerFacts]:
    """Facts of each server as the agent reads them, in a sandbox as it has one."""
    sandbox = set_up_sandbox(f"server-{os.getpid()}", refuses_calls=False)
    try:
        with tempfile.TemporaryDirectory(prefix="dynoboard-") as folder:
            processes = Processes(Path(folder, "processes"), sandbox)
            servers = Servers(
                options.nginx, Folders(Path(folder), sandbox.account), processes, [place.folder]
            )
            servers.load()
    finally:
        sandbox.close()
    return {facts.name: facts for facts in servers.facts}
