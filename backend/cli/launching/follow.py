"""An experiment in the terminal: a progress bar until it ends, then its deltas."""

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from agents.contract.states import ExperimentState
from backend.cli.client import Api, read_again
from backend.cli.launching.calibration import print_calibration
from backend.cli.launching.ceiling import print_ceiling
from backend.cli.results.accounting import print_accounting
from backend.cli.tables import add_figures, say, titled_table, verdict_text
from backend.presentation.changes import interval, percent
from backend.presentation.figures import figure, latency, span, spread
from backend.presentation.words import few

POLL_S = 1.0  # rarely enough not to disturb a measurement on the same machine
STYLES = {"better": "green", "worse": "red", "same": "dim", "unclear": "yellow", "fails more": "red"}

_COMMANDS = {
    "measure_again": " “dyno reproduce {}” measures again.",
    "resume": " “dyno resume {}” measures the rest.",
}
"""Next step → what the terminal says of it."""


def follow(api: Api, experiment_id: str, console: Console) -> dict[str, Any]:
    """Show progress until the experiment has ended; its last state as the API gives it."""
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]}", markup=False),
        console=console,
        refresh_per_second=2,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("queued", total=None, left="")
        last_line = ""
        while True:
            experiment = read_again(api, f"/experiments/{experiment_id}", partial(say, console))
            if ExperimentState(experiment["state"]).is_final:
                return experiment
            description, time_left = _describe(experiment), _time_left(experiment)
            progress = experiment["progress"] or {}
            bar.update(
                task,
                description=description,
                completed=progress.get("done", 0),
                total=progress.get("total"),
                left=time_left,
            )
            line = _round_line(progress)
            if not console.is_terminal and line and line != last_line:
                console.print(f"{line}, {time_left}" if time_left else line)
                last_line = line
            time.sleep(POLL_S)


def _describe(experiment: dict[str, Any]) -> str:
    return (experiment["progress"] or {}).get("step") or experiment["state"]


def _time_left(experiment: dict[str, Any]) -> str:
    seconds = (experiment["progress"] or {}).get("seconds_left")
    if seconds is None:
        return ""
    soonest = experiment["progress"].get("seconds_left_least")
    soon, late = span(seconds if soonest is None else soonest), span(seconds)
    return f"{late} left" if soon == late else f"{soon} to {late} left"


def _round_line(progress: dict[str, Any]) -> str:
    if not progress.get("round"):
        return ""
    up_to = " of" if progress.get("rounds_least") is None else ", at most"
    return f"round {progress['round']}{up_to} {progress['rounds']}"


def _print_stages(experiment: dict[str, Any], console: Console) -> None:
    """Rounds that were added, or that could be; not beside a result that has to be measured again."""
    if stage := experiment.get("first_stage"):
        say(console, stage["sentence"])
    if (offer := experiment.get("more")) and offer["rounds"] and not has_red_trust(experiment):
        say(console, f"{offer['sentence']} “dyno more {experiment['id']}” measures them.")


def _print_headline(experiment: dict[str, Any], console: Console) -> None:
    """Question, answer, trust, cause and next step."""
    headline = experiment.get("headline")
    say(console, experiment.get("question"))
    if headline and (headline["delta"] or not experiment["failure"]):  # why it failed is said by then
        style = "bold" if headline["settled"] else ""
        say(console, *(headline.get("lead") or [headline["sentence"]]), style=style)
        has_offer = bool((experiment.get("more") or {}).get("rounds"))  # _print_stages says it
        settle = None if has_offer or has_red_trust(experiment) else headline.get("settle")
        say(console, headline.get("trust_words"), settle, headline.get("cause"))
    if headline and (step := headline.get("next_step")) and step["kind"] != "measure_more":
        # _print_stages says that one
        command = _COMMANDS.get(step["kind"], "").format(experiment["id"])
        say(console, f"Next: {step['label']}. {step['sentence']}{command}")


def print_result(api: Api, experiment: dict[str, Any], console: Console, probes: bool = False) -> None:
    """What came out in a sentence, then deltas, the noise of a calibration, or the results of a search."""
    _print_headline(experiment, console)
    if experiment.get("ceiling"):
        print_ceiling(experiment, console, probes)
    elif experiment.get("is_calibration"):
        print_calibration(api, experiment, console)
    else:
        print_deltas(api, experiment, console)
        if accounting := (experiment.get("headline") or {}).get("accounting"):
            print_accounting(accounting, console)
    _print_stages(experiment, console)
    for gap in experiment.get("interruptions", ()):
        if gap["ended_at"] or not ExperimentState(experiment["state"]).is_final:
            say(console, gap["sentence"])
    stop = experiment.get("precision") or experiment.get("decision") or experiment.get("halving") or {}
    note = experiment.get("rules", {}).get("note")
    say(console, note, experiment.get("carried_over"), stop.get("sentence"))


def has_red_trust(experiment: dict[str, Any]) -> bool:
    """Whether trust in its result is red."""
    trust = (experiment.get("headline") or {}).get("trust") or {}
    return trust.get("level") == "red"


def verdict_style(verdict: str, is_untrusted: bool) -> str:
    """The colour of a verdict; none where trust is red."""
    return "dim" if is_untrusted else STYLES.get(verdict, "")


def print_deltas(api: Api, experiment: dict[str, Any], console: Console) -> None:
    """The table of deltas in req/s, or in p99 where the rate is what was asked; it fits into 80 columns."""
    is_at_rate = any(run.get("workload", {}).get("rate") for run in experiment["run_list"])
    metric, title = ("latency_p99", "Δ p99") if is_at_rate else ("requests_per_s", "change")
    rows = api.get(f"/experiments/{experiment['id']}/deltas", metric=metric)
    deltas = {row["run_id"]: row for row in rows}
    table = titled_table(experiment["name"], "run")
    add_figures(table, "req/s", title, "95% interval")
    table.add_column("verdict", no_wrap=True)
    add_figures(table, "p99")
    for run in experiment["run_list"]:
        table.add_row(*_row(run, deltas.get(run["id"]), experiment))
    console.print(table)
    failed_runs = [run for run in experiment["run_list"] if run.get("failure")]
    invalid_runs = [run for run in experiment["run_list"] if _is_invalid(run)]
    lost_ids = {run["id"] for run in (*failed_runs, *invalid_runs)}
    measured_rows = [row for row in rows if row["run_id"] not in lost_ids]
    say(console, *_failures(failed_runs), *_invalid_trials(api, experiment, invalid_runs))
    say(console, *_reasons(measured_rows), *_about_control(experiment, rows))


def _failures(failed_runs: list[dict[str, Any]]) -> Iterator[str]:
    """Why runs could not be measured; once for all that share the reason."""
    names: dict[str, list[str]] = {}
    for run in failed_runs:
        failure = run["failure"]
        host = f" (on {failure['host']})" if failure.get("host") else ""
        names.setdefault(f"{failure['message']}{host}", []).append(run["name"])
    for reason, alike in names.items():
        yield f"{few(alike)}: not measured: {reason}"


def _is_invalid(run: dict[str, Any]) -> bool:
    """Whether no trial of a run that was measured is valid."""
    lost_count = run.get("trials_invalid", 0) + run.get("trials_failed", 0)
    return not (run.get("failure") or run.get("trials_done")) and lost_count > 0


def _invalid_trials(
    api: Api, experiment: dict[str, Any], invalid_runs: list[dict[str, Any]]
) -> Iterator[str]:
    """Say why no trial of a run is valid; once for all that share the kind of reason."""
    names = {run["id"]: run["name"] for run in invalid_runs}
    alike: dict[str, dict[str, str]] = {}
    for trial in api.get(f"/experiments/{experiment['id']}/trials") if invalid_runs else ():
        name = names.pop(trial["run_id"], None)
        if name is not None:
            findings = (f for f in trial["findings"] if f["level"] == "invalid")
            reason = trial["failure"] or next(findings, {"code": "", "message": "its page says why"})
            alike.setdefault(reason["code"], {})[name] = reason["message"]
    for messages in alike.values():
        first, message = next(iter(messages.items()))
        example = f", such as of {first}" if len(set(messages.values())) > 1 else ""
        yield f"{few([*messages])}: no trial is valid{example}: {message}"


def _reasons(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Why a word is not what its interval says, and what limited its sides; once for all that share it."""
    alike: dict[str, list[str]] = {}
    for row in rows:
        if row["because"] and row["verdict"] in (*STYLES, "context") and not row["control_alarm"]:
            alike.setdefault(f"{verdict_text(row)}, {row['because']}", []).append(row["name"])
        if row["limited"]:
            alike.setdefault(row["limited"], []).append(row["name"])
    for reason, names in alike.items():
        yield f"{few(names)}: {reason}"
    yield from _suspicions(rows)


def _suspicions(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield each kind of suspicion once, with the first of its reasons: they differ in figures alone."""
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for row in (row for row in rows if row["suspect"]):
        kind = "".join(c for c in row["suspect_because"].partition(": ")[0] if not c.isdigit())
        by_kind.setdefault(kind, []).append(row)
    for alike in by_kind.values():
        share = f"{len(alike)} of {len(rows)} changes suspect, such as " if alike[1:] else "suspect: "
        yield f"{share}{alike[0]['name']}: {alike[0]['suspect_because']}"


def _about_control(experiment: dict[str, Any], rows: list[dict[str, Any]]) -> Iterator[str]:
    """What matters, what each control came out at, and its alarm where that is different."""
    if rows:
        yield f"What matters here: {spread(rows[0]['min_effect'])}; smaller changes do not count"
    controls = {run["id"] for run in experiment["run_list"] if run["is_control"]}
    for row in (row for row in rows if row["run_id"] in controls):
        low, high = row["low"], row["high"]
        if low is not None:
            change = percent(row["change"], low, high)
            yield f"Two equal settings ({row['name']}): {change} [{interval(low, high)}]"
        if row["control_alarm"]:
            yield row["control_alarm"]
    if any(row["verdict"] == "interim" for row in rows):
        yield next(row["reason"] for row in rows if row["verdict"] == "interim")
    for row in (row for row in rows if _has_more_to_say(row)):
        yield f"{row['name']}: {row['reason']}"


def _has_more_to_say(row: dict[str, Any]) -> bool:
    """Whether the reason has figures that the table lacks: the mean of all rounds, or of all attempts."""
    has_failures = bool((row.get("failures") or {}).get("clause"))
    return row["verdict"] != "interim" and (bool(row["far_rounds"]) or has_failures)


def _row(run: dict[str, Any], delta: dict[str, Any] | None, experiment: dict[str, Any]) -> list[Text]:
    rate, p99 = (run["means"].get(metric) for metric in ("requests_per_s", "latency_p99"))
    figures = [figure(rate), latency(p99)]
    change, verdict = ["", ""], run["state"]
    if run["is_baseline"]:
        verdict = "baseline"
    elif run.get("failure"):
        verdict = "failed" if run.get("trials_done") else "not measured"
    elif _is_invalid(run):
        verdict = "invalid"
    elif delta is not None:
        low, high = delta["low"], delta["high"]
        change = [percent(delta["change"], low, high), interval(low, high)]
        verdict = verdict_text(delta)
    style = verdict_style(verdict, has_red_trust(experiment))
    cells = [Text(cell, style=style) for cell in (*change, verdict)]
    return [Text(run["name"]), Text(figures[0]), *cells, Text(figures[1])]
