"""`dyno reproduce`: the same definition once more, after saying what has changed since."""

from typing import Annotated, Any

import typer

from backend.cli.client import ApiProblem, problem_line
from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, usage
from backend.cli.launching.launch import say_launched
from backend.cli.launching.wait import FailIfOption, JunitOption, gates_of, wait_and_judge
from backend.cli.lookup import find_testbed

COMMAND = "dyno reproduce"


def reproduce_command(
    id: Annotated[str, typer.Argument(help="id of an experiment that was measured")],
    same_seed: Annotated[bool, typer.Option("--same-seed", help="trials in the same order")] = False,
    testbed: Annotated[
        str | None, typer.Option(help="testbed by name or id; default: where it was measured")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="only show what has changed")] = False,
    wait: Annotated[bool, typer.Option("--wait", help="show progress and, at the end, the deltas")] = False,
    fail_if: FailIfOption = None,
    junit_file: JunitOption = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Measure an experiment once more. What has changed in the facts since goes to stderr."""
    if fail_if and not wait:
        raise usage(COMMAND, "--fail-if needs --wait: only an experiment that has ended can be judged")
    gates = gates_of(COMMAND, fail_if, junit_file)
    with connect(COMMAND, server) as api:
        query = {"same_seed": str(same_seed).lower()}
        if testbed is not None:
            query["testbed_id"] = find_testbed(api, testbed)["id"]
        plan = api.get(f"/experiments/{id}/reproduce", **query)
        for line in describe_changes(plan):
            typer.echo(line, err=True)
        if plan["errors"]:
            lines = [f"  {problem_line(error)}" for error in plan["errors"]]
            raise ApiProblem("\n".join(["it cannot be launched:", *lines]))
        if dry_run:
            return
        experiment = api.launch(plan["launch"])
        if wait:
            wait_and_judge(api, experiment, gates, junit_file, as_json)
        else:
            say_launched(api, experiment, as_json)


def describe_changes(plan: dict[str, Any]) -> list[str]:
    """Facts that have changed, one per line."""
    since = plan["measured_at"][:16].replace("T", " ")
    changes = plan["facts_changed"]
    if not changes:
        return [f"No fact of the hosts has changed since {since} UTC"]
    lines = [f"  {c['host']}: {c['name']} {_value(c['before'])} → {_value(c['after'])}" for c in changes]
    return [f"Facts that have changed since {since} UTC:", *lines]


def _value(value: Any) -> str:
    return "–" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)
