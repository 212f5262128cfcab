"""`dyno from-conf`: an experiment whose baseline is one's own nginx.conf."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from backend.cli.connection import DEFAULT_SERVER, JsonOption, ServerOption, connect, failure
from backend.cli.input_file import read_input
from backend.cli.lookup import find_testbed
from backend.cli.output_file import ForceOption, refuse_to_overwrite, write_text

if TYPE_CHECKING:
    from backend.own_conf.schemas import ConvertedConf, DirectiveFate

COMMAND = "dyno from-conf"


def from_conf_command(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="an nginx.conf, or what `nginx -T` prints; - for input")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="write the definition here; default: print it")
    ] = None,
    block: Annotated[
        int | None,
        typer.Option(min=1, help="server block to measure, counted from 1; default: one that serves"),
    ] = None,
    testbed: Annotated[
        str | None, typer.Option(help="testbed by name or id: name what its nginx does not know")
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Make a definition with your nginx.conf as the baseline, and list what a test cannot have."""
    refuse_to_overwrite(COMMAND, output, force)
    text, index = _read(file), None if block is None else block - 1
    answer = _convert_here(text, index) if testbed is None else _convert_there(text, index, testbed, server)
    if as_json:
        typer.echo(answer.model_dump_json(indent=2))
        return
    for line in _summary(answer):
        typer.echo(line, err=True)
    if output is None:
        typer.echo(answer.yaml, nl=False)
        return
    write_text(COMMAND, output, answer.yaml)
    typer.echo(f"Wrote {output}. Change its second variant, then: dyno launch {output}", err=True)


def _convert_here(text: str, index: int | None) -> ConvertedConf:
    from backend.definition.issues import DefinitionErrors
    from backend.own_conf.experiment import convert_conf
    from backend.own_conf.reading import UnreadableConf

    try:
        return convert_conf(text, index)
    except (UnreadableConf, DefinitionErrors) as error:
        hint = ": nginx -T | dyno from-conf -" if "nginx -T" in str(error) else ""
        raise failure(COMMAND, f"{error}{hint}") from None


def _convert_there(text: str, index: int | None, testbed: str, server: str) -> ConvertedConf:
    """Ask the dashboard, which knows the nginx of the testbed's proxy host."""
    from backend.own_conf.schemas import ConvertedConf

    with connect(COMMAND, server) as api:
        body = {"text": text, "server": index, "testbed_id": find_testbed(api, testbed)["id"]}
        return ConvertedConf.model_validate(api.post("/definitions/from-nginx-conf", body))


def _read(file: str) -> str:
    from backend.own_conf.reading import MAX_BYTES

    return read_input(COMMAND, file, MAX_BYTES).decode("utf-8", "replace")


def _summary(answer: ConvertedConf) -> Iterator[str]:
    counts = answer.counts
    if len(answer.servers) > 1:
        server = answer.servers[answer.server]
        yield (
            f"Measures server block {answer.server + 1} of {len(answer.servers)}: {server.label} "
            f"({server.file}:{server.line}); --block chooses another"
        )
    yield (
        f"{counts['knob']} directives are knobs, {counts['kept']} stay as they are, "
        f"{counts['replaced']} are replaced, {counts['left_out']} left out:"
    )
    for fate in answer.directives:
        if fate.kind in ("replaced", "left_out"):
            yield f"  {_words(fate)}"
    if answer.lacks:
        yield f"The testbed's nginx does not know {len(answer.lacks)} of them:"
        yield from (f"  {row.file}:{row.line}: {row.reason}" for row in answer.lacks)


def _words(fate: DirectiveFate) -> str:
    text = " ".join(fate.text.split())
    outcome = (
        f" → {fate.became}" if fate.became else f" left out ({fate.count})" if fate.count > 1 else " left out"
    )
    return f"{fate.file}:{fate.line}: {text}{outcome}: {fate.reason}"
