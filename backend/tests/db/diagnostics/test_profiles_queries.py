"""What diagnostics saw is kept beside the results, and goes with its experiment."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from agents.contract.diagnostics import Profile, SystemCalls
from agents.contract.states import TrialState
from backend.experiments import service
from backend.records import runs_queries
from backend.records.diagnostics import profiles_queries
from backend.records.diagnostics.observations import KeptProfile, KeptSystemCalls
from backend.records.runs import AnyTrial, Diagnostic, Trial
from backend.tests.db import builders

STACKS = {"main;ngx_worker;<b>écrit</b>": 7, "main;[nginx];do_syscall_64_[k]": 2, "[other stacks]": 1}
PROFILE = Profile(subject="r0-proxy", event="cpu-clock", hz=99, stacks=STACKS, lost=3, cpu_s=4.5)


def test_a_profile_comes_back_as_it_was_seen(session: Session) -> None:
    run = builders.run(session, builders.experiment(session), 0, "a")
    diagnostic = builders.diagnostic(session, run, 3, "profile")
    profiles_queries.keep_profile(session, diagnostic, "h1", "proxy", PROFILE)
    session.flush()
    (row,) = profiles_queries.profiles(session, [run.id])
    assert dict(row.stacks) == STACKS
    assert (row.run_id, row.round, row.host_id, row.subject, row.role) == (
        run.id,
        3,
        "h1",
        "r0-proxy",
        "proxy",
    )
    assert (row.event, row.hz, row.kernel_names, row.lost, row.cpu_s) == ("cpu-clock", 99, True, 3, 4.5)
    assert (row.requests, row.seconds) == (1000.0, 10.0)


def test_what_a_failed_look_brought_is_not_counted(session: Session) -> None:
    run = builders.run(session, builders.experiment(session), 0, "a")
    calls = SystemCalls(subject="load", counts={"read": 5})
    for round_, state in ((1, TrialState.DONE), (2, TrialState.FAILED)):
        diagnostic = builders.diagnostic(session, run, round_, "system_calls", state=state)
        profiles_queries.keep_system_calls(session, diagnostic, "h1", "load", calls)
    session.flush()
    assert [row.round for row in profiles_queries.system_calls(session, [run.id])] == [1]


def test_looks_are_no_trials(session: Session) -> None:
    experiment = builders.experiment(session)
    run = builders.run(session, experiment, 0, "a")
    builders.trial(session, run, 1, {"requests_per_s": 1.0})
    diagnostic = builders.diagnostic(session, run, 1, "profile")
    session.expire_all()
    assert [t.round for t in runs_queries.trials_of_run(session, run.id)] == [1]
    assert len(runs_queries.trial_rows(session, experiment.id)) == 1
    assert runs_queries.counts_by_state(session, experiment.id) == {TrialState.DONE: 1}
    assert runs_queries.trial(session, diagnostic.id) is None
    assert session.scalar(select(func.count()).select_from(AnyTrial)) == 2


def test_an_experiment_takes_what_its_looks_saw_with_it(session: Session) -> None:
    experiment = builders.experiment(session)
    run = builders.run(session, experiment, 0, "a")
    diagnostic = builders.diagnostic(session, run, 1, "profile")
    profiles_queries.keep_profile(session, diagnostic, "h1", "proxy", PROFILE)
    calls = SystemCalls(subject="load", counts={"read": 5})
    profiles_queries.keep_system_calls(session, diagnostic, "h1", "load", calls)
    session.flush()
    service.delete(session, experiment.id)
    session.flush()
    for table in (Diagnostic, Trial, KeptProfile, KeptSystemCalls):
        assert session.scalar(select(func.count()).select_from(table)) == 0
