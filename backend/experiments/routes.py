"""Routes of experiments."""

from typing import Annotated

from fastapi import APIRouter, Query, Response, status

from agents.catalog.roles import Role
from backend.analysis import deltas, steps
from backend.analysis.calibration import loading
from backend.analysis.calibration.schemas import CalibrationOut
from backend.analysis.grids import grid_views
from backend.analysis.grids.grid_schemas import MainEffectsOut, PivotOut
from backend.analysis.precision_schemas import KnownNoiseOut
from backend.analysis.schemas import DeltaRow, StepRow, TrialOut
from backend.audit.log import Act, record
from backend.database import SessionDep
from backend.diagnostics.accounting.schemas import Accounting
from backend.diagnostics.results.accounting import load_accounting
from backend.diagnostics.results.profiles import views
from backend.diagnostics.results.profiles.schemas import ProfileDifference
from backend.diagnostics.results.trials import loading as diagnostic_results
from backend.diagnostics.results.trials.schemas import DiagnosticsOut
from backend.execution.launching import (
    known_noise,
    launch,
    measure_more,
    nginx_check,
    preview,
    resume,
    retest_service,
)
from backend.execution.launching.launch_key import LaunchKey
from backend.execution.launching.schemas import (
    CheckOut,
    ExperimentIn,
    PlanOut,
    RetestIn,
    RetestOffer,
    RetestResult,
)
from backend.experiments import service
from backend.experiments.schemas import ExperimentDetail, MoreIn, RulesIn
from backend.identity.principal import PrincipalDep
from backend.records import experiments_queries

router = APIRouter(tags=["experiments"])


@router.post("/plans")
def make_plan(
    body: ExperimentIn,
    session: SessionDep,
    principal: PrincipalDep,
    see: Annotated[
        float | None, Query(ge=0.001, le=1, description="change that the plan should show, 0.03 = 3%")
    ] = None,
) -> PlanOut:
    """Plan a launch: runs, order, time, nginx.conf, argument lists, and every error at once."""
    return preview.preview(session, body, principal, see)


@router.post("/checks", status_code=status.HTTP_202_ACCEPTED)
def start_check(body: ExperimentIn, session: SessionDep, principal: PrincipalDep) -> CheckOut:
    """Ask the host under test for `nginx -t` over every nginx.conf of a plan; nothing is started there."""
    return nginx_check.start(session, body, principal)


@router.get("/checks/{check_id}")
def get_check(check_id: str, session: SessionDep) -> CheckOut:
    """Get the state of a check."""
    return nginx_check.look_up(session, check_id)


@router.post("/experiments", status_code=status.HTTP_201_CREATED)
def launch_experiment(
    body: ExperimentIn,
    session: SessionDep,
    principal: PrincipalDep,
    launch_key: LaunchKey = None,
) -> ExperimentDetail:
    """Launch. On a busy testbed the experiment queues, and `queue_behind` says behind what.

    A launch whose answer was lost can be sent again: an `Idempotency-Key` launches one experiment, and
    is answered with it from then on.
    """
    earlier_id = launch_key and experiments_queries.launched_with(session, launch_key)
    return service.detail(session, earlier_id or launch.launch(session, body, principal, launch_key))


@router.get("/experiments/{experiment_id}")
def get_experiment(experiment_id: str, session: SessionDep) -> ExperimentDetail:
    """One experiment with its runs and progress."""
    return service.detail(session, experiment_id)


@router.get("/experiments/{experiment_id}/trials")
def list_trials(experiment_id: str, session: SessionDep) -> list[TrialOut]:
    """All trials of an experiment in the order of the plan."""
    return service.trials(session, experiment_id)


@router.get("/experiments/{experiment_id}/deltas")
def get_deltas(
    experiment_id: str,
    session: SessionDep,
    metric: Annotated[str, Query(description="a name of GET /api/v1/metrics")] = "requests_per_s",
) -> list[DeltaRow]:
    """Each run against the baseline; change 0.1 is +10%."""
    return deltas.deltas(session, experiment_id, metric)


@router.get("/experiments/{experiment_id}/profile-difference")
def get_profile_difference(
    experiment_id: str,
    session: SessionDep,
    b: Annotated[str, Query(description="run id")],
    a: Annotated[str | None, Query(description="run id; default: the baseline of b")] = None,
    role: Annotated[Role | None, Query(description="default: the server under test")] = None,
) -> ProfileDifference:
    """Compare where the CPU time of two runs goes, B against A."""
    return views.difference(session, experiment_id, a, b, role)


@router.get("/experiments/{experiment_id}/accounting")
def get_accounting(
    experiment_id: str,
    session: SessionDep,
    b: Annotated[str, Query(description="run id")],
    a: Annotated[str | None, Query(description="run id; default: the baseline of b")] = None,
) -> Accounting:
    """Split the change in the time of a request, B against A, into parts that add up."""
    return load_accounting(session, experiment_id, a, b)


@router.get("/experiments/{experiment_id}/steps")
def get_steps(
    experiment_id: str,
    session: SessionDep,
    metric: Annotated[str, Query(description="a name of GET /api/v1/metrics")] = "requests_per_s",
) -> list[StepRow]:
    """Each run against the run that its variant derives from; empty unless some derive from another than the
    baseline."""
    return steps.steps(session, experiment_id, metric)


@router.get("/experiments/{experiment_id}/calibration")
def get_calibration(experiment_id: str, session: SessionDep) -> CalibrationOut:
    """Get the noise of a testbed from an experiment of equal runs."""
    return loading.calibration(session, experiment_id)


@router.get("/testbeds/{testbed_id}/noise")
def get_noise(testbed_id: str, session: SessionDep) -> KnownNoiseOut:
    """Get the known noise of a testbed, and from which calibration."""
    return known_noise.of_testbed(session, testbed_id)


@router.get("/experiments/{experiment_id}/pivot")
def get_pivot(
    experiment_id: str,
    session: SessionDep,
    metric: Annotated[str, Query(description="a name of GET /api/v1/metrics")] = "requests_per_s",
    rows: Annotated[str | None, Query(description="a factor, or `workload` where there are several")] = None,
    columns: Annotated[str | None, Query(description="another one")] = None,
    at: Annotated[
        list[str] | None,
        Query(description="of another factor: `log:off` for one level, `log` for the mean over all levels"),
    ] = None,
) -> PivotOut:
    """Any two factors of a grid against each other; of factors not named, the baseline's level."""
    return grid_views.pivot_of(session, experiment_id, metric, rows, columns, at or [])


@router.get("/experiments/{experiment_id}/main-effects")
def get_main_effects(
    experiment_id: str,
    session: SessionDep,
    metric: Annotated[str, Query(description="a name of GET /api/v1/metrics")] = "requests_per_s",
    workload: Annotated[str | None, Query(description="only under this one")] = None,
) -> MainEffectsOut:
    """Get the effect of each factor of a grid by itself, over all pairs of cells equal otherwise."""
    return grid_views.main_effects_of(session, experiment_id, metric, workload)


@router.get("/experiments/{experiment_id}/diagnostics")
def get_diagnostics(experiment_id: str, session: SessionDep) -> DiagnosticsOut:
    """Trials beside the results that say why: probes, system calls of a request, what could not be seen."""
    return diagnostic_results.load_diagnostics(session, experiment_id)


@router.get(
    "/experiments/{experiment_id}/definition.yaml",
    response_class=Response,
    responses={200: {"content": {"application/yaml": {}}}},
)
def get_definition(experiment_id: str, session: SessionDep) -> Response:
    """The definition as a recipe."""
    return Response(
        experiments_queries.existing(session, experiment_id).definition_yaml, media_type="application/yaml"
    )


@router.get("/experiments/{experiment_id}/retest")
def offer_retest(
    experiment_id: str,
    session: SessionDep,
    metric: Annotated[str, Query(description="the best by which metric")] = "requests_per_s",
    workload: Annotated[str | None, Query(description="only the best under this one")] = None,
) -> RetestOffer:
    """Offer fresh trials of the best variant and the baseline, or say why there is nothing to re-test."""
    return retest_service.offer(session, experiment_id, RetestIn(metric=metric, workload=workload))


@router.post("/experiments/{experiment_id}/retest", status_code=status.HTTP_201_CREATED)
def launch_retest(
    experiment_id: str,
    body: RetestIn,
    session: SessionDep,
    principal: PrincipalDep,
    launch_key: LaunchKey = None,
) -> ExperimentDetail:
    """Launch fresh trials of the best variant, the baseline and a control; once for an `Idempotency-Key`."""
    earlier_id = launch_key and experiments_queries.launched_with(session, launch_key)
    launched_id = earlier_id or retest_service.start(session, experiment_id, body, principal, launch_key)
    return service.detail(session, launched_id)


@router.get("/experiments/{experiment_id}/retested")
def get_retested(
    experiment_id: str,
    session: SessionDep,
    metric: Annotated[str, Query(description="a name of GET /api/v1/metrics")] = "requests_per_s",
) -> RetestResult:
    """The figure of a re-test beside the first one."""
    return retest_service.result(session, experiment_id, metric)


@router.post("/experiments/{experiment_id}/cancel")
def cancel_experiment(experiment_id: str, session: SessionDep, principal: PrincipalDep) -> ExperimentDetail:
    """Stop it and put every host back; repeating it changes nothing."""
    has_changed = service.cancel(session, experiment_id)
    experiment = service.detail(session, experiment_id)
    if has_changed:
        record(session, principal, Act.CANCELLED, experiment_id, experiment.name)
    return experiment


@router.post("/experiments/{experiment_id}/resume")
def resume_experiment(experiment_id: str, session: SessionDep, principal: PrincipalDep) -> ExperimentDetail:
    """Measure the trials that are left of a failed or cancelled experiment, in the same rounds.

    409 where it did not end early, or where its hosts changed since: it says what did.
    """
    resume.resume(session, experiment_id, principal)
    return service.detail(session, experiment_id)


@router.post("/experiments/{experiment_id}/more")
def measure_experiment_more(
    experiment_id: str, body: MoreIn, session: SessionDep, principal: PrincipalDep
) -> ExperimentDetail:
    """Add rounds to a finished experiment whose questions are open, once, as a second stage.

    409 with the reason where that is not possible; repeating it while they are measured changes nothing.
    """
    measure_more.measure_more(session, experiment_id, body.rounds, principal)
    return service.detail(session, experiment_id)


@router.post("/experiments/{experiment_id}/rules")
def judge_experiment_again(
    experiment_id: str, body: RulesIn, session: SessionDep, principal: PrincipalDep
) -> ExperimentDetail:
    """Judge an ended experiment by today's rules, or again by those of its launch; shared verdicts stay."""
    experiment = service.judge_again(session, experiment_id, body.version)
    record(session, principal, Act.JUDGED, experiment_id, experiment.name, rules=body.version)
    return service.detail(session, experiment_id)


@router.delete("/experiments/{experiment_id}", status_code=status.HTTP_204_NO_CONTENT)
def delete_experiment(experiment_id: str, session: SessionDep, principal: PrincipalDep) -> None:
    """Delete an ended experiment with its runs."""
    record(session, principal, Act.DELETED, experiment_id, service.detail(session, experiment_id).name)
    service.delete(session, experiment_id)
