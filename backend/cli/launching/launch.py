"""`dyno launch`: launch a recipe or a definition, and wait for its deltas if asked."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from backend.cli.client import Api
from backend.cli.connection import (
    DEFAULT_SERVER,
    JsonOption,
    ServerOption,
    connect,
    failure,
    print_json,
    usage,
)
from backend.cli.findings import STDIN_WORD, finding_line, name_of_text
from backend.cli.input_file import read_input
from backend.cli.launching.plan import show_plan
from backend.cli.launching.wait import FailIfOption, JunitOption, gates_of, url_of, wait_and_judge
from backend.cli.lookup import find_testbed

COMMAND = "dyno launch"
MAX_BYTES = 8_000_000
_BLOCK_OF_NGINX = re.compile(r"^\s*(?:events|http|server|upstream \S+)\s*\{\s*(?:#.*)?$", re.MULTILINE)
_KEY_OF_DEFINITION = re.compile(r"^(?:name|workloads|variants|factors)\s*:", re.MULTILINE)


def launch_command(
    recipe: Annotated[
        str,
        typer.Argument(
            metavar="RECIPE|FILE|-",
            help="a recipe's name, or a definition: a YAML file, or standard input",
        ),
    ],
    form: Annotated[str, typer.Option(help="form of a recipe: quick, or full as in its source")] = "quick",
    testbed: Annotated[str | None, typer.Option(help="testbed by name or id; default: the only one")] = None,
    labels: Annotated[
        list[str] | None,
        typer.Option(
            "--label", metavar="LABEL", help="the first free testbed with this label on all its hosts"
        ),
    ] = None,
    overrides: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="override, e.g. trials=3, workload.duration=5s"),
    ] = None,
    files: Annotated[
        list[str] | None,
        typer.Option(
            "--set-file",
            metavar="NAME=FILE",
            help="override with the text of a file, e.g. variants.candidate.nginx.conf=nginx.conf",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="seed of the random order in rounds")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="only print the plan; status 1 if it cannot be launched")
    ] = False,
    wait: Annotated[bool, typer.Option("--wait", help="show progress and, at the end, the deltas")] = False,
    fail_if: FailIfOption = None,
    junit_file: JunitOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="print nothing but the id")] = False,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Launch an experiment. With --wait, status 3: failed, cancelled or nothing to judge; 4: --fail-if."""
    if fail_if and not wait:
        raise usage(COMMAND, "--fail-if needs --wait: only an experiment that has ended can be judged")
    if dry_run and (wait or quiet):
        raise usage(COMMAND, "--dry-run launches nothing: omit --wait and --quiet")
    if quiet and (wait or as_json):
        raise usage(COMMAND, "--quiet prints only the id: omit --wait and --json, and use dyno wait")
    if labels and testbed is not None:
        raise usage(COMMAND, "--testbed names one, --label takes any that has it: give one of the two")
    gates = gates_of(COMMAND, fail_if, junit_file)
    settings = [*(overrides or []), *([f"testbed_labels={','.join(labels)}"] if labels else [])]
    body = _body(recipe, form, settings, files or []) | ({} if seed is None else {"seed": seed})
    with connect(COMMAND, server, name_of_text(recipe) if "yaml" in body else None) as api:
        if testbed is not None:
            body["testbed_id"] = find_testbed(api, testbed)["id"]
        if dry_run:
            show_plan(api, body, as_json)
            return
        if not (quiet or as_json):
            _warn(api, body)
        experiment = api.launch(body)
        if quiet and not wait:
            typer.echo(experiment["id"])
        elif not wait:
            say_launched(api, experiment, as_json)
        else:
            wait_and_judge(api, experiment, gates, junit_file, as_json)


def _warn(api: Api, body: dict[str, Any]) -> None:
    """Print the warnings of the plan on standard error: a launch from a terminal shows no plan."""
    for item in api.post("/plans", body)["advice"]:
        if item["severity"] == "warning":
            typer.echo(finding_line(item, api.file), err=True)


def _body(recipe: str, form: str, overrides: list[str], files: list[str]) -> dict[str, Any]:
    if form not in ("quick", "full"):
        raise usage(COMMAND, f"--form is quick or full, not “{form}”")
    values = dict(override(COMMAND, text) for text in overrides)
    values |= {
        name: text_of_file(Path(path), COMMAND) for name, path in (override(COMMAND, text) for text in files)
    }
    if is_file(recipe):
        return {"yaml": definition_of_file(Path(recipe), COMMAND), "set": values}
    return {"recipe": recipe, "form": form, "set": values}


def override(command: str, text: str) -> tuple[str, str]:
    """NAME=VALUE as (name, value)."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise usage(command, f"--set and --set-file take NAME=VALUE, for example trials=3; got “{text}”")
    return name.strip(), value.strip()


def is_file(recipe: str) -> bool:
    """Tell whether a word names the text of a definition, a file, a pipe or standard input, and no recipe."""
    path = Path(recipe)
    is_text = recipe == STDIN_WORD or path.suffix in (".yaml", ".yml", ".json")
    return is_text or (path.exists() and not path.is_dir())


def definition_of_file(path: Path, command: str) -> str:
    """The text of a definition; an nginx.conf in its place is refused, with the command that it needs."""
    text = text_of_file(path, command)
    if _BLOCK_OF_NGINX.search(text) and not _KEY_OF_DEFINITION.search(text):
        name = name_of_text(str(path))
        advice = f"make one of it: dyno from-conf {path} -o experiment.yaml"
        raise failure(command, f"{name} is an nginx.conf, no definition; {advice}")
    return text


def text_of_file(path: Path, command: str) -> str:
    """The text of a file; the path - is standard input."""
    name, data = name_of_text(str(path)), read_input(command, str(path), MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise failure(command, f"{name} is over {MAX_BYTES / 1e6:.0f} MB: too long for a definition")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise failure(command, f"{name} is not UTF-8 text") from None


def say_launched(api: Api, experiment: dict[str, Any], as_json: bool) -> None:
    """Name, address and what it waits for; or everything as JSON."""
    if as_json:
        print_json(experiment)
        return
    typer.echo(f"Launched “{experiment['name']}”: {url_of(api, experiment)}")
    if experiment.get("testbed_labels"):
        _say_where(experiment)
    behind = ", ".join(f"“{e['name']}”" for e in experiment["queue_behind"])
    if behind:
        typer.echo(f"It is queued behind {behind}")


def _say_where(experiment: dict[str, Any]) -> None:
    """Which testbeds match, and who holds them."""
    typer.echo(f"Any testbed with {', '.join(experiment['testbed_labels'])}:")
    for testbed in experiment["matching"]:
        typer.echo(f"  {testbed['name']}: {testbed['now']}")
