"""`dyno bisect`: which of several builds, or of the variants of a definition, made the difference."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from backend.cli.client import Api
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, print_json, usage
from backend.cli.findings import name_of_text
from backend.cli.launching.bisect_steps import POLL_S, wait_for_bisect
from backend.cli.launching.launch import definition_of_file, override
from backend.cli.launching.revisions import BuildProblem, add_revisions
from backend.cli.lookup import find_testbed

COMMAND = "dyno bisect"
SERVERS_WITHIN_S = 30.0
SERVER_KNOB = "server.name"
STAND_INS: list[dict[str, Any]] = [{"name": "first"}, {"name": "middle"}, {"name": "last"}]
"""Variants in place of revisions that are not built yet."""
MIN_EFFECT = "3%"
WORKLOAD = {"connections": 64, "duration": "5s"}


def bisect_command(
    definition: Annotated[
        Path | None, typer.Argument(help="YAML file whose variants stand in their order, the good one first")
    ] = None,
    servers: Annotated[
        str | None,
        typer.Option(metavar="A,B,C", help="instead of variants: servers of the host, in their order"),
    ] = None,
    revisions: Annotated[
        str | None,
        typer.Option("--range", metavar="A..B", help="instead: git revisions, built by --build here"),
    ] = None,
    build: Annotated[
        str | None,
        typer.Option(metavar="COMMAND", help="builds nginx in $PWD and leaves it at $DYNO_BUILT; 125 skips"),
    ] = None,
    repository: Annotated[Path, typer.Option("--repository", help="git repository of --range")] = Path(),
    testbed: Annotated[str | None, typer.Option(help="testbed by name or id; default: the only one")] = None,
    overrides: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="e.g. min_effect=2%, workload.duration=10s"),
    ] = None,
    wait: Annotated[bool, typer.Option("--wait", help="show the steps as they end")] = False,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Find what made the difference: the first against the last, then halves. Status 3: no answer."""
    if (revisions is None) != (build is None):
        raise usage(COMMAND, "--range and --build go together")
    if sum(source is not None for source in (servers, revisions)) + (definition is not None) == 0:
        raise usage(COMMAND, "give a definition, --servers or --range with --build")
    if servers is not None and revisions is not None:
        raise usage(COMMAND, "give --servers or --range, not both")
    names = [name.strip() for name in servers.split(",") if name.strip()] if servers else []
    settings: dict[str, Any] = {"set": dict(override(COMMAND, text) for text in overrides or [])}
    with connect(COMMAND, server, None if definition is None else name_of_text(str(definition))) as api:
        if testbed is not None:
            settings["testbed_id"] = find_testbed(api, testbed)["id"]
        if revisions is not None and build is not None:
            _check_plan(api, _body(definition, STAND_INS) | settings)
            names = _build(repository, revisions, build)
            _await_servers(api, set(names))
        body = _body(definition, [{"name": name, "set": {SERVER_KNOB: name}} for name in names]) | settings
        plan = api.post("/bisects/plan", body)
        bisect = api.launch(body, "/bisects")
        if not as_json:
            typer.echo(f"Launched “{bisect['name']}”: {api.site}/bisects/{bisect['id']}\n{plan['sentence']}")
        if wait:
            wait_for_bisect(api, bisect, as_json)
        elif as_json:
            print_json(bisect)


def _check_plan(api: Api, body: dict[str, Any]) -> None:
    """Refuse what cannot be launched before builds take minutes."""
    if errors := api.post("/bisects/plan", body)["errors"]:
        raise usage(COMMAND, "\n".join(error["message"] for error in errors))


def _build(repository: Path, revisions: str, build: str) -> list[str]:
    """Names of the servers that revisions became."""
    try:
        return add_revisions(repository, revisions, build, typer.echo)
    except BuildProblem as problem:
        raise usage(COMMAND, str(problem)) from None


def _await_servers(api: Api, names: set[str]) -> None:
    """Wait until a host has told of servers that were just added; the plan says what is missing then."""
    deadline = time.monotonic() + SERVERS_WITHIN_S
    while time.monotonic() < deadline:
        known_names = [{s["name"] for s in host["facts"].get("servers", [])} for host in api.get("/hosts")]
        if any(names <= host_names for host_names in known_names):
            return
        time.sleep(POLL_S)


def _body(path: Path | None, variants: list[dict[str, Any]]) -> dict[str, Any]:
    text = None if path is None else definition_of_file(path, COMMAND)
    if not variants:
        return {"yaml": text}
    if text is None:
        name = f"bisect {variants[0]['name']} … {variants[-1]['name']}"
        return {
            "definition": {
                "name": name,
                "workloads": [WORKLOAD],
                "min_effect": MIN_EFFECT,
                "variants": variants,
            }
        }
    from backend.definition import yaml_text
    from backend.definition.issues import DefinitionErrors

    try:
        data, _ = yaml_text.load(text)
    except DefinitionErrors as error:
        raise usage(COMMAND, f"{path}: {error}") from None
    if not isinstance(data, dict):
        raise usage(COMMAND, f"{path}: a definition is a map with name, workloads and variants")
    return {"definition": {**data, "variants": variants}}
