"""`dyno import`: saved outputs of load tools, or a published table, as a finished experiment."""

from pathlib import PurePath
from typing import Annotated, Any, Literal

import typer

from agents.catalog.tools import DEFAULT_TOOL, TOOLS
from agents.parse import MAX_BYTES, NotAReport, decode
from backend.cli.client import Api
from backend.cli.connection import DEFAULT_SERVER, ServerOption, connect, failure, print_json, usage
from backend.cli.input_file import read_input
from backend.cli.results.import_tables import choose_baseline, print_hints, set_steps, table_choices
from backend.cli.tables import figures_table, say, terminal, verdict_text
from backend.definition.units import share_of
from backend.fields import file_name, shorten_name
from backend.imports.workloads import of_command
from backend.presentation.changes import percent
from backend.presentation.figures import figure, latency
from backend.presentation.words import sentence

COMMAND = "dyno import"
_LOAD = ("tool", "connections", "threads")
EXAMPLE = TOOLS[DEFAULT_TOOL].example


def import_command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="saved outputs or tables; - is standard input")
    ],
    name: Annotated[
        str | None, typer.Option(help="name of the experiment; default: that of the first file")
    ] = None,
    variant: Annotated[
        str | None, typer.Option(help="all reports are trials of this variant; default: by file names")
    ] = None,
    baseline: Annotated[
        str | None, typer.Option(help="variant to compare with; default: the one guessed")
    ] = None,
    source: Annotated[str | None, typer.Option(help="link or sentence: where it comes from")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="a setting that all runs share")
    ] = None,
    load: Annotated[
        str | None,
        typer.Option(
            "--load", metavar="COMMAND", help=f"the load where the files do not say it: '{EXAMPLE}'"
        ),
    ] = None,
    together: Annotated[
        Literal["repeats", "variants"] | None,
        typer.Option("--as", help="what several outputs are: trials of one run, or runs to compare"),
    ] = None,
    allow: Annotated[str, typer.Option("--allow-failures", help="share of requests that may fail")] = "0%",
    csv: Annotated[bool, typer.Option("--csv", help="read every file as a table")] = False,
    table: Annotated[
        list[int] | None, typer.Option("--table", metavar="N", help="only these tables of the files, from 1")
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            "--column", metavar="NAME=ROLE", help="what a column holds: req/s, trials, variant, skip …"
        ),
    ] = None,
    steps: Annotated[
        bool | None,
        typer.Option("--steps/--no-steps", help="each run is a step from the one above it; default: guessed"),
    ] = None,
    step: Annotated[
        list[str] | None,
        typer.Option("--step", metavar="NAME=BEFORE", help="this run is the next step of another one"),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="show what would be imported, and save nothing")
    ] = False,
    format_name: Annotated[Literal["table", "json"], typer.Option("--format")] = "table",
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Import outputs of load tools, or a table as CSV, TSV or Markdown."""
    settings = _settings(set_ or [])
    load_fields = _load(load)
    allowed_failures = _share(allow)
    texts = [{"name": _name(file), "text": _text(file)} for file in files]
    with connect(COMMAND, server) as api:
        tables = {i: {} for i in range(len(texts))} if csv else {}
        request = {"texts": texts, "tables": tables, "together": together}
        preview = api.post("/imports/preview", request)
        if table or column:
            request["tables"] = table_choices(preview, table or [], column or [])
            preview = api.post("/imports/preview", request)
        _remarks(preview)
        _warn_of_texts(api, settings)
        if preview["question"] and together is None and variant is None:
            typer.echo(_read_as(preview["question"]), err=True)
        if variant is not None:
            preview["runs"] = [_one_run(preview, variant)]
        if baseline is not None:
            choose_baseline(preview["runs"], baseline)
        set_steps(preview["runs"], steps, step or [])
        body = {
            "name": name or shorten_name(PurePath(texts[0]["name"]).stem),
            "source": source,
            "settings": settings,
            "allowed_failures": allowed_failures,
            "workloads": _workloads(preview["workloads"], load_fields),
            "factors": preview["factors"],
            "baseline": variant or baseline or preview["baseline"],
            "runs": [{k: v for k, v in run.items() if k != "place"} for run in preview["runs"]],
            "texts": texts,
        }
        if dry_run:
            _would(body, preview, format_name)
        else:
            _print_import(api, api.post("/imports", body), format_name)


def _name(file: str) -> str:
    return "standard input" if file == "-" else file_name(PurePath(file).name)


def _text(file: str) -> str:
    try:
        return decode(read_input(COMMAND, file, MAX_BYTES))
    except NotAReport as error:
        raise failure(COMMAND, f"{_name(file)}: {error.reason}") from None


def _settings(items: list[str]) -> dict[str, str]:
    settings = {}
    for item in items:
        name, mark, value = item.partition("=")
        if not mark or not name.strip():
            raise usage(COMMAND, f"--set takes NAME=VALUE, not “{item}”")
        settings[name.strip()] = value.strip()
    return settings


def _load(command: str | None) -> dict[str, Any]:
    try:
        return of_command(command).model_dump(exclude_none=True, exclude={"name"}) if command else {}
    except ValueError as error:
        raise usage(COMMAND, f"--load: {error}") from None


def _share(text: str) -> float:
    try:
        return share_of(text)
    except ValueError as error:
        raise usage(COMMAND, f"--allow-failures {error}") from None


def _remarks(preview: dict[str, Any]) -> None:
    """What must not be overlooked on standard error; exits where nothing can be imported."""
    for text in preview["texts"]:
        if text["problem"]:
            raise failure(COMMAND, f"{text['name']}: {text['problem']}")
        for warning in text["warnings"]:
            typer.echo(f"warning: {text['name']}: {warning}", err=True)
    for problem in preview["problems"]:
        typer.echo(f"warning: {problem['message']}", err=True)
    for report in preview["reports"]:
        place = f"{preview['texts'][report['text']]['name']}, line {report['first']}"
        for message in (*report["invalid"], *report["warnings"]):
            typer.echo(f"warning: {place}: {message}", err=True)
    print_hints(preview)
    if not preview["runs"]:
        raise failure(COMMAND, "there is nothing to import: no report and no row with req/s")


def _warn_of_texts(api: Api, settings: dict[str, str]) -> None:
    """Say which settings are no knobs, and why."""
    for setting in api.post("/imports/settings", {"settings": settings}) if settings else ():
        if not setting["knob"]:
            problem = sentence(setting.get("problem") or "there is no such knob")
            typer.echo(f"warning: --set {setting['name']}: {problem} It is kept as text.", err=True)


def _read_as(question: dict[str, Any]) -> str:
    alternative = "variants" if question["chosen"] == "repeats" else "repeats"
    return f"read as {question['chosen']}: {question['why']} --as {alternative} reads them otherwise."


def _one_run(preview: dict[str, Any], variant: str) -> dict[str, Any]:
    """All trials under one name; loads that differ cannot be one run."""
    if len(preview["workloads"]) > 1:
        names = ", ".join(w["name"] for w in preview["workloads"])
        raise usage(COMMAND, f"--variant names one run, and the files have several loads: {names}")
    return preview["runs"][0] | {
        "variant": variant,
        "factors": {},
        "parent": None,
        "trials": [trial for run in preview["runs"] for trial in run["trials"]],
    }


def _workloads(guesses: list[dict[str, Any]], load_fields: dict[str, Any]) -> list[dict[str, Any]]:
    """What the files say before what --load says; an error names what neither does."""
    workloads = []
    for guess in guesses:
        workload = load_fields | {key: value for key, value in guess.items() if value is not None}
        missing = [
            key
            for key in _LOAD
            if key not in workload and not (key == "threads" and _has_one_thread(workload))
        ]
        if not {"duration_s", "requests"} & workload.keys():
            missing.append("duration or requests")
        if missing:
            names, tool = ", ".join(missing), TOOLS.get(workload.get("tool", ""), TOOLS[DEFAULT_TOOL])
            raise failure(
                COMMAND, f"the files do not say the load ({names}): give --load, such as '{tool.example}'"
            )
        workloads.append(workload)
    return workloads


def _has_one_thread(workload: dict[str, Any]) -> bool:
    tool = TOOLS.get(workload.get("tool", ""))
    return tool is not None and tool.threads.maximum == 1


def _would(body: dict[str, Any], preview: dict[str, Any], format_name: str) -> None:
    if format_name == "json":
        print_json(body | {"texts": [text["name"] for text in body["texts"]]})
        return
    rates = {(r["text"], r["report"]): r["figures"].get("requests_per_s") for r in preview["reports"]}
    has_steps = any(run["parent"] for run in body["runs"])
    names = ["variant", "req/s of its trials", *(["step from"] if has_steps else [])]
    table = figures_table(body["name"], names, names)
    for run in body["runs"]:
        values = [
            (trial["figures"] or {}).get("requests_per_s")
            if trial["figures"]
            else rates.get((trial["text"], trial["report"]))
            for trial in run["trials"]
        ]
        mark = " (baseline)" if run["variant"] == body["baseline"] else ""
        rates_text = "  ".join(figure(v) for v in values if v is not None)
        table.add_row(f"{run['variant']}{mark}", rates_text, *([run["parent"] or ""] if has_steps else []))
    terminal().print(table)
    typer.echo("Nothing was saved.")


def _print_import(api: Api, experiment: dict[str, Any], format_name: str) -> None:
    if format_name == "json":
        print_json(experiment)
        return
    rows = {row["run_id"]: row for row in api.get(f"/experiments/{experiment['id']}/deltas")}
    columns = ("variant", "trials", "req/s", "mean", "change")
    table = figures_table(experiment["name"], columns, ("variant",))
    for run in experiment["run_list"]:
        row, means = rows.get(run["id"], {}), run["means"]
        change = "baseline" if run["is_baseline"] else _change_text(row)
        invalid = f" + {run['trials_invalid']} invalid" if run["trials_invalid"] else ""
        rate, mean = means.get("requests_per_s"), means.get("latency_mean")
        table.add_row(run["name"], f"{run['trials_done']}{invalid}", figure(rate), latency(mean), change)
    console = terminal()
    console.print(table)
    if any(not run["is_baseline"] and run["id"] not in rows for run in experiment["run_list"]):
        say(console, "–: not compared, as no other run has its load")
    console.print(f"{api.site}/experiments/{experiment['id']}", soft_wrap=True)


def _change_text(row: dict[str, Any]) -> str:
    if row.get("change") is None:
        return "–"
    return percent(row["change"]) + (f" ({verdict_text(row)})" if row["verdict"] == "context" else "")
