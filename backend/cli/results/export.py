"""`dyno export`: an experiment, a run or a comparison as a file."""

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import httpx
import typer

from agents.catalog.metrics import METRICS
from backend.cli.client import Api, ApiProblem
from backend.cli.connection import DEFAULT_SERVER, ServerOption, connect, usage
from backend.cli.output_file import ForceOption, refuse_to_overwrite
from backend.cli.results.show import look_up

COMMAND = "dyno export"
PICTURES = ("png", "svg")
FORMATS = ("csv", "json", "md", "html", *PICTURES)
OF_A_RUN = ("csv", "json", *PICTURES)
CHARTS = {
    "experiment": ("delta", "steps", "trials", "percentiles", "grid"),
    "run": ("trials", "percentiles"),
    "comparison": ("pairs", "delta", "percentiles"),
}
"""What each has charts of, the usual one first."""
_NAME = re.compile(r'filename="([A-Za-z0-9][A-Za-z0-9.-]*)"')


def export_command(
    id: Annotated[str, typer.Argument(help="id of an experiment, a run or a saved comparison")],
    format: Annotated[
        str | None, typer.Option("--format", "-f", help="csv, json, md, html, png or svg; default: by -o")
    ] = None,
    file: Annotated[
        str | None, typer.Option("-o", "--output", help="file to write; - is standard output", metavar="FILE")
    ] = None,
    rows: Annotated[str, typer.Option(help="rows of a CSV: trials, runs or steps")] = "trials",
    metric: Annotated[
        list[str] | None, typer.Option(help="a metric's name; several for --rows runs and steps")
    ] = None,
    chart: Annotated[
        str | None, typer.Option(help="delta, steps, trials, percentiles, grid or pairs, as png or svg")
    ] = None,
    theme: Annotated[str, typer.Option(help="colours of a picture: light or dark")] = "light",
    raw: Annotated[bool, typer.Option("--raw", help="JSON: include the output of the load tool")] = False,
    force: ForceOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Save an experiment, a run or a comparison: table, everything, report or chart."""
    kind = _format(format, file)
    if rows not in ("trials", "runs", "steps"):
        raise usage(COMMAND, f"--rows is trials, runs or steps, not “{rows}”")
    if theme not in ("light", "dark"):
        raise usage(COMMAND, f"--theme is light or dark, not “{theme}”")
    if chart and kind not in PICTURES:
        raise usage(COMMAND, f"--chart needs --format png or svg, not {kind}")
    if (rows != "trials" and kind != "csv") or (raw and kind != "json"):
        raise usage(COMMAND, f"--rows is of csv and --raw of json, not of {kind}")
    if metric and kind == "csv" and rows == "trials":
        raise usage(COMMAND, "--metric is for --rows runs and steps: rows of trials have every metric")
    if wrong_names := [name for name in metric or [] if name not in METRICS]:
        raise usage(COMMAND, f"there is no metric “{wrong_names[0]}”; there is: {', '.join(METRICS)}")
    target = None if file in (None, "-") else Path(file)
    refuse_to_overwrite(COMMAND, target, force)
    query: dict[str, str | list[str]] = {"metric": metric} if metric else {}
    query |= {"rows": rows} if kind == "csv" else {"output": "true"} if kind == "json" and raw else {}
    with connect(COMMAND, server) as api:
        path = _path(api, id, kind, chart)
        with api.download(path, **query, **({"theme": theme} if kind in PICTURES else {})) as answer:
            if file == "-":
                _print(answer)
            else:
                target = target or Path(_name(answer, id, kind))
                refuse_to_overwrite(COMMAND, target, force)
                _save(answer, target, force)
                typer.echo(str(target))


def _format(format_name: str | None, file: str | None) -> str:
    """As asked, else by the file's ending, else CSV."""
    ending = Path(file).suffix.removeprefix(".").lower() if file and file != "-" else ""
    ending = {"htm": "html", "markdown": "md"}.get(ending, ending)
    kind = format_name or (ending if ending in FORMATS else "csv" if not ending else "")
    if kind not in FORMATS:
        description = f"“{format_name}”" if format_name else f"known from “.{ending}”: give --format"
        raise usage(COMMAND, f"the format is one of {', '.join(FORMATS)}, not {description}")
    return kind


def _path(api: Api, id_: str, kind: str, chart: str | None) -> str:
    kind_of_id, _ = look_up(api, id_)
    if kind in PICTURES:
        charts = CHARTS[kind_of_id]
        if chart and chart not in charts:
            raise ApiProblem(f"{id_} has no chart “{chart}”: the charts of its kind are {', '.join(charts)}")
        return f"/{kind_of_id}s/{id_}/charts/{chart or charts[0]}.{kind}"
    if kind_of_id == "run" and kind not in OF_A_RUN:
        raise ApiProblem(f"{id_} is a run: it is exported as {', '.join(OF_A_RUN)}; its experiment as {kind}")
    return f"/{kind_of_id}s/{id_}/export.{kind}"


def _name(answer: httpx.Response, id_: str, kind: str) -> str:
    """As the dashboard names it; never with a folder in it."""
    match = _NAME.search(answer.headers.get("content-disposition", ""))
    return match[1] if match else f"{id_}.{kind}"


def _print(answer: httpx.Response) -> None:
    for piece in answer.iter_bytes():
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


def _save(answer: httpx.Response, target: Path, force: bool) -> None:
    """Whole or not at all: an interrupted transfer leaves no file, and no older one is touched."""
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".dyno-", delete=False) as part:
            try:
                for piece in answer.iter_bytes():
                    part.write(piece)
                part.close()
                if not force:
                    target.open("xb").close()  # somebody else may have made it by now
                os.chmod(part.name, 0o666 & ~_umask())
                os.replace(part.name, target)
            except BaseException:
                Path(part.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise ApiProblem(f"cannot write {target}: {error.strerror or error}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
