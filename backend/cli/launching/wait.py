"""`dyno wait`: follow an experiment to its end, show what came out, and judge it for CI."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from backend.cli.client import Api, ApiProblem
from backend.cli.connection import (
    DEFAULT_SERVER,
    GATE,
    NO_RESULT,
    JsonOption,
    ServerOption,
    connect,
    end_with_advice,
    failure,
    print_json,
    usage,
)
from backend.cli.launching.bisect_steps import NOT_FOUND, find_bisect, wait_for_bisect
from backend.cli.launching.gates import Gate, Judgement, judge, junit, parse_gate, sentences

COMMAND = "dyno wait"

FailIfOption = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-if",
        metavar="VERDICT[:METRIC[:PERCENT]]",
        help="exit with status 4 if a candidate matches, e.g. worse or worse:latency_p99:5; can be repeated",
    ),
]
JunitOption = Annotated[
    Path | None, typer.Option("--junit", metavar="FILE", help="write a JUnit report of --fail-if")
]


def wait_command(
    id: Annotated[str, typer.Argument(help="id of an experiment or a bisect")],
    fail_if: FailIfOption = None,
    junit_file: JunitOption = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Wait for an experiment or a bisect. Status 3: failed, cancelled, nothing to judge; 4: a --fail-if."""
    gates = gates_of(COMMAND, fail_if, junit_file)
    with connect(COMMAND, server) as api:
        try:
            experiment = api.get(f"/experiments/{id}")
        except ApiProblem as problem:
            bisect = find_bisect(api, id) if problem.status == NOT_FOUND else None
            if bisect is None:
                raise
            if gates:
                raise usage(
                    COMMAND, "--fail-if judges experiments; of a bisect, status 3 is no answer"
                ) from None
            wait_for_bisect(api, bisect, as_json)
            return
        wait_and_judge(api, experiment, gates, junit_file, as_json)


def gates_of(command: str, texts: Sequence[str] | None, junit_file: Path | None) -> list[Gate]:
    """The gates that were asked for; a wrong one ends the command before anything is launched."""
    if junit_file and not texts:
        raise usage(command, "--junit reports on --fail-if, and there is none")
    if junit_file:
        _make_folder(command, junit_file)
    try:
        return [parse_gate(text) for text in texts or []]
    except ValueError as error:
        raise usage(command, str(error)) from None


def _make_folder(command: str, junit_file: Path) -> None:
    """A report that cannot be written is said before hours of measuring, not after them."""
    try:
        junit_file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise failure(command, f"--junit: cannot write {junit_file}: {error.strerror}") from None
    if junit_file.is_dir() or not os.access(
        junit_file if junit_file.exists() else junit_file.parent, os.W_OK
    ):
        reason = "it is a directory" if junit_file.is_dir() else "permission denied"
        raise failure(command, f"--junit: cannot write {junit_file}: {reason}")


def wait_and_judge(
    api: Api,
    experiment: dict[str, Any],
    gates: Sequence[Gate],
    junit_file: Path | None = None,
    as_json: bool = False,
) -> None:
    """Follow, print, judge, and exit with the matching status."""
    final = wait_and_show(api, experiment, quiet=as_json)
    metrics = dict.fromkeys(gate.metric for gate in gates)
    judgements = judge(gates, {metric: deltas_of(api, final, metric) for metric in metrics})
    if gates and not judgements:
        judgements = [Judgement(gate, final["name"], None, "no candidate to judge") for gate in gates]
    if as_json:
        deltas = api.get(f"/experiments/{final['id']}/deltas")
        print_json({"experiment": final, "deltas": deltas, "failed_if": sentences(judgements)})
    end_with(final["name"], judgements, junit_file, is_finished=final["state"] == "finished")


def deltas_of(api: Api, experiment: dict[str, Any], metric: str) -> list[tuple[str, dict[str, Any]]]:
    """(name, delta) of every candidate, without the control."""
    controls = {run["id"] for run in experiment["run_list"] if run["is_control"]}
    rows = api.get(f"/experiments/{experiment['id']}/deltas", metric=metric)
    return [(row["name"], row) for row in rows if row["run_id"] not in controls]


def end_with(
    name: str, judgements: Sequence[Judgement], junit_file: Path | None, is_finished: bool = True
) -> None:
    """Say what fails, write the report, and exit with 3, 4 or not at all."""
    for line in sentences(judgements):
        typer.echo(line, err=True)
    if judgements and all(j.is_tripped is False for j in judgements) and is_finished:
        gates = ", ".join(dict.fromkeys(str(j.gate) for j in judgements))
        typer.echo(f"passes: none of {len({j.name for j in judgements})} is {gates}", err=True)
    if junit_file:
        try:
            junit_file.write_bytes(junit(name, judgements))
        except OSError as error:
            raise ApiProblem(f"cannot write {junit_file}: {error.strerror}") from None
    if not is_finished:
        raise typer.Exit(NO_RESULT)
    if any(j.is_tripped for j in judgements):
        raise typer.Exit(GATE)
    if any(j.is_tripped is None for j in judgements):
        raise typer.Exit(NO_RESULT)


def url_of(api: Api, experiment: dict[str, Any]) -> str:
    """The permalink of an experiment."""
    return f"{api.site}/experiments/{experiment['id']}"


def wait_and_show(api: Api, experiment: dict[str, Any], quiet: bool = False) -> dict[str, Any]:
    """Follow an experiment to its end, on stderr, and print its deltas and URL unless it shall be quiet."""
    from backend.cli.launching.follow import follow, print_result
    from backend.cli.tables import terminal

    progress_console = terminal(stderr=True)
    url, id_ = url_of(api, experiment), experiment["id"]
    progress_console.print(f"Waiting for “{experiment['name']}”: {url}", soft_wrap=True)
    advice = f"The experiment continues. Follow it again: dyno wait {id_}; stop it: dyno cancel {id_}"
    with end_with_advice(advice):
        final = follow(api, id_, progress_console)
    if final["failure"]:
        typer.echo(f"The experiment {final['state']}: {final['failure']['message']}", err=True)
    elif final["state"] != "finished":
        typer.echo(f"The experiment was {final['state']}", err=True)
    if not quiet:
        console = terminal()
        print_result(api, final, console)
        console.print(url, soft_wrap=True)
    return final
