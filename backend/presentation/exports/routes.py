"""Routes of reports, exports and charts."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from agents.catalog.roles import Role
from backend.database import SessionDep
from backend.presentation.charts.palette import Theme
from backend.presentation.exports import comparison_files, experiment_files, profile_files, run_files, service
from backend.presentation.exports.addresses import PageState, site_of
from backend.presentation.exports.comparison_files import ComparisonQuery, saved_query
from backend.presentation.exports.picture_response import picture_response
from backend.presentation.files.file import FileKind, LatencyFileKind, ProfileFileKind, download
from backend.presentation.pictures.picture import Kind, comparison_chart, experiment_chart, picture
from backend.presentation.report.schemas import Report

router = APIRouter(tags=["exports"])

Metric = Annotated[str, Query(description="a name of GET /api/v1/metrics")]
MetricOrHeadline = Annotated[
    str | None, Query(description="a name of GET /api/v1/metrics; else the headline's")
]
Save = Annotated[bool, Query(description="to be saved as a file, not shown")]
ThemeName = Annotated[Theme, Query()]
OfRole = Annotated[Role | None, Query(description="default: the server under test")]
FILES: dict[int | str, dict[str, Any]] = {
    200: {"content": {t: {} for t in ("text/csv", "application/json", "text/markdown", "text/html")}}
}
LATENCY_FILES: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}, "text/plain": {}}}}
PROFILE_FILES: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {}, "image/svg+xml": {}}}}
PICTURES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {}, "image/png": {}}},
    304: {"description": "the picture is the one that If-None-Match names"},
}


@router.get("/experiments/{experiment_id}/report")
def get_report(experiment_id: str, session: SessionDep, metric: MetricOrHeadline = None) -> Report:
    """An experiment as a write-up: what was tested, where and how, table, findings in sentences."""
    return service.report(session, experiment_id, metric)


@router.get("/experiments/{experiment_id}/export.{kind}", response_class=StreamingResponse, responses=FILES)
def export_experiment(
    experiment_id: str,
    kind: FileKind,
    session: SessionDep,
    request: Request,
    rows: Annotated[Literal["trials", "runs", "steps"], Query(description="rows of the CSV")] = "trials",
    metric: Annotated[
        list[str] | None, Query(description="of the table; CSV of runs and steps takes several")
    ] = None,
    output: Annotated[bool, Query(description="JSON: with the output of the load tool")] = False,
) -> StreamingResponse:
    """An experiment as CSV, JSON, Markdown or one self-contained HTML page."""
    names = metric or []
    first, site = names[0] if names else None, site_of(request)
    match kind:
        case "csv" if rows == "runs":
            file = experiment_files.csv_of_runs(session, experiment_id, names)
        case "csv" if rows == "steps":
            file = experiment_files.csv_of_steps(session, experiment_id, names)
        case "csv":
            file = experiment_files.csv_of_trials(session, experiment_id)
        case "json":
            file = experiment_files.json_of(session, experiment_id, first, site, output)
        case "md":
            file = experiment_files.markdown_of(session, experiment_id, first, site)
        case "html":
            file = experiment_files.page_of(session, experiment_id, first, site)
    return download(file)


@router.get("/experiments/{experiment_id}/charts/{name}.{kind}", response_class=Response, responses=PICTURES)
def draw_experiment(
    experiment_id: str,
    name: Literal["delta", "steps", "trials", "percentiles", "grid"],
    kind: Kind,
    session: SessionDep,
    request: Request,
    metric: MetricOrHeadline = None,
    rows: Annotated[str | None, Query(description="factor of a grid's rows")] = None,
    columns: Annotated[str | None, Query(description="factor of a grid's columns")] = None,
    theme: ThemeName = "light",
    save: Save = False,
) -> Response:
    """A chart of an experiment, drawn on the server."""
    inputs = service.report_inputs(session, experiment_id, metric)
    chart = experiment_chart(inputs, name, rows, columns)
    stem = f"{inputs.detail.name} {name}"
    return picture_response(request, picture(chart, kind, theme), stem, kind, save)


@router.get("/runs/{run_id}/export.{kind}", response_class=StreamingResponse, responses=FILES)
def export_run(
    run_id: str,
    kind: Literal["csv", "json"],
    session: SessionDep,
    request: Request,
    output: Annotated[bool, Query(description="JSON: with the output of the load tool")] = False,
    samples: Annotated[bool, Query(description="JSON: with the time series of every trial")] = False,
) -> StreamingResponse:
    """The trials of a run as CSV, or everything behind its permalink as JSON."""
    if kind == "csv":
        return download(run_files.csv_of(session, run_id))
    return download(run_files.json_of(session, run_id, site_of(request), output, samples))


@router.get("/runs/{run_id}/latency.{kind}", response_class=StreamingResponse, responses=LATENCY_FILES)
def export_latency(run_id: str, kind: LatencyFileKind, session: SessionDep) -> StreamingResponse:
    """Latency of all requests: percentiles as CSV, or each trial's histogram in HdrHistogram's log."""
    return download(run_files.latency_of(session, run_id, kind))


@router.get("/runs/{run_id}/profile.{kind}", response_class=StreamingResponse, responses=PROFILE_FILES)
def export_profile(
    run_id: str, kind: ProfileFileKind, session: SessionDep, role: OfRole = None, theme: ThemeName = "light"
) -> StreamingResponse:
    """CPU time of a run by function: folded stacks, as flame graph tools read them, or a flame graph."""
    if kind == "folded":
        return download(profile_files.folded_stacks(session, run_id, role))
    return download(profile_files.of_run(session, run_id, role, theme))


@router.get(
    "/experiments/{experiment_id}/profile-difference.svg",
    response_class=StreamingResponse,
    responses=PROFILE_FILES,
)
def export_profile_difference(
    experiment_id: str,
    session: SessionDep,
    b: Annotated[str, Query(description="run id")],
    a: Annotated[str | None, Query(description="run id; default: the baseline of b")] = None,
    role: OfRole = None,
    theme: ThemeName = "light",
) -> StreamingResponse:
    """Difference in CPU time between two runs by function, as a flame graph."""
    return download(profile_files.of_difference(session, experiment_id, a, b, role, theme))


@router.get("/runs/{run_id}/charts/{name}.{kind}", response_class=Response, responses=PICTURES)
def draw_run(
    run_id: str,
    name: Literal["trials", "percentiles"],
    kind: Kind,
    session: SessionDep,
    request: Request,
    metric: Metric = "requests_per_s",
    theme: ThemeName = "light",
    save: Save = False,
) -> Response:
    """A chart of a run, drawn on the server."""
    chart = run_files.chart(session, run_id, name, metric)
    return picture_response(request, picture(chart, kind, theme), f"{chart.title} {name}", kind, save)


@router.get("/compare/report")
def report_comparison(session: SessionDep, state: PageState) -> Report:
    """A comparison as a write-up; its query is that of GET /api/v1/compare, or of the page."""
    return comparison_files.report(session, ComparisonQuery(state))


@router.get("/compare/export.{kind}", response_class=StreamingResponse, responses=FILES)
def export_comparison(
    kind: FileKind, session: SessionDep, request: Request, state: PageState
) -> StreamingResponse:
    """A comparison as a file; its query is that of GET /api/v1/compare, or of the page."""
    query = ComparisonQuery(state)
    return download(comparison_files.file_of(session, query, kind, site_of(request)))


@router.get("/compare/charts/{name}.{kind}", response_class=Response, responses=PICTURES)
def draw_comparison(
    name: Literal["pairs", "delta", "percentiles"],
    kind: Kind,
    session: SessionDep,
    request: Request,
    state: PageState,
    theme: ThemeName = "light",
    save: Save = False,
) -> Response:
    """A chart of a comparison; its query is that of GET /api/v1/compare, or of the page."""
    chart = comparison_chart(comparison_files.compare(session, ComparisonQuery(state)), name)
    return picture_response(request, picture(chart, kind, theme), f"{chart.title} {name}", kind, save)


@router.get("/comparisons/{comparison_id}/report")
def report_saved(comparison_id: str, session: SessionDep, metric: str | None = None) -> Report:
    """A saved comparison as a write-up."""
    return comparison_files.report(session, saved_query(session, comparison_id, metric))


@router.get("/comparisons/{comparison_id}/export.{kind}", response_class=StreamingResponse, responses=FILES)
def export_saved(
    comparison_id: str, kind: FileKind, session: SessionDep, request: Request, metric: str | None = None
) -> StreamingResponse:
    """A saved comparison as a file."""
    query = saved_query(session, comparison_id, metric)
    return download(comparison_files.file_of(session, query, kind, site_of(request)))


@router.get("/comparisons/{comparison_id}/charts/{name}.{kind}", response_class=Response, responses=PICTURES)
def draw_saved(
    comparison_id: str,
    name: Literal["pairs", "delta", "percentiles"],
    kind: Kind,
    session: SessionDep,
    request: Request,
    metric: str | None = None,
    theme: ThemeName = "light",
    save: Save = False,
) -> Response:
    """A chart of a saved comparison."""
    comparison = comparison_files.compare(session, saved_query(session, comparison_id, metric))
    chart = comparison_chart(comparison, name)
    return picture_response(request, picture(chart, kind, theme), f"{chart.title} {name}", kind, save)
