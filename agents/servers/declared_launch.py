"""One start of a declared server: its text, commands and environment with their values."""

from dataclasses import dataclass
from pathlib import Path

from agents.catalog.cpulist import format_cpu_list
from agents.contract.jobs import NginxSetup
from agents.failure import JobFailed
from agents.processes import online_cpus
from agents.servers import template
from agents.servers.declared_text import DeclaredServer
from agents.servers.program import Program


@dataclass(frozen=True)
class Paths:
    """Files of a start. `conf` is the agent's, as the certificate is; the rest is the server's."""

    conf: Path
    folder: Path
    socket: Path
    certificate: Path
    key: Path


@dataclass(frozen=True)
class FilledLaunch:
    text: str
    command: list[str]
    check: list[str]
    program: Program


def fill_in_launch(
    name: str, declaration: DeclaredServer, conf: str, setup: NginxSetup, host_port: str, paths: Paths
) -> FilledLaunch:
    """Fill in every text of a declaration for one start. Pure. JobFailed names a value that is missing."""
    address, _, port = host_port.rpartition(":")
    params = _params(name, declaration, setup)
    values = {
        **params,
        "address": address,
        "port": port,
        "backends": " ".join(setup.backends or []),
        "folder": str(paths.folder),
        "socket": str(paths.socket),
        "cpus": setup.cpus or format_cpu_list(online_cpus()),
        "certificate": str(paths.certificate),
        "key": str(paths.key),
        "conf": str(paths.conf),
    }

    def fill_in(text: str) -> str:
        if problem := template.find_unknown(text, {*values, *template.EACH_BACKEND}):
            raise JobFailed("server_text", f"{setup.key}, text of {name}: {problem}")
        return template.fill_in(text, values, setup.backends or [])

    environment = {variable: fill_in(text) for variable, text in declaration.environment.items()}
    environment |= {
        param.env: params[param_name]
        for param_name, param in declaration.params.items()
        if param.env and param_name in params
    }
    text = "" if declaration.conf is None else fill_in(setup.conf if declaration.conf_is_free else conf)

    def command(words: list[str] | None) -> list[str]:
        return [*Program(words[0], environment).command, *map(fill_in, words[1:])] if words else []

    program = Program(declaration.argv[0], environment)
    return FilledLaunch(text, command(declaration.argv), command(declaration.check), program)


def _params(name: str, declaration: DeclaredServer, setup: NginxSetup) -> dict[str, str]:
    """The values of its parameters: those of the setup, else their defaults."""
    if unknown_names := sorted(set(setup.params) - set(declaration.params)):
        raise JobFailed("server_param", f"{setup.key}: {name} has no parameter {unknown_names[0]}")
    values: dict[str, str] = {}
    for param_name, param in declaration.params.items():
        value = setup.params.get(param_name, param.default)
        if value is None:
            continue
        if not param.min <= value <= param.max:
            raise JobFailed(
                "server_param",
                f"{setup.key}: {param_name} of {name} is {value}, not from {param.min} to {param.max}",
            )
        values[param_name] = str(value)
    return values
