"""`dyno retention`: let go of what is old, or say what would go."""

from pathlib import Path
from typing import Annotated, Any

import typer

from backend.cli.connection import JsonOption, print_json, usage
from backend.cli.operations.place import database_of
from backend.cli.operations.problems import in_one_line
from backend.cli.up import DataOption

COMMAND = "dyno retention"
MANY = 1_000_000


def _days(subject: str) -> Any:
    return typer.Option(
        min=1, metavar="DAYS", show_default=False, help=f"{subject} so many days after the end"
    )


WORDS = {
    "outputs": "what load tools printed",
    "samples": "readings of hosts",
    "experiments": "whole experiments",
}


def retention_command(
    outputs: Annotated[int | None, _days("what load tools printed")] = None,
    samples: Annotated[int | None, _days("readings of hosts")] = None,
    experiments: Annotated[int | None, _days("whole experiments")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="only say what would go")] = False,
    data: DataOption = Path(".dyno"),
    as_json: JsonOption = False,
) -> None:
    """Let go of outputs, samples or experiments that ended DAYS ago; without options as the settings say.

    What is starred, shared, compared, at work or needed by something that stays is never touched.
    """
    from backend.operations.retention.policy import Policy, policy_of
    from backend.operations.retention.service import carry_out, look
    from backend.settings import get_settings

    given_policy = Policy(outputs, samples, experiments)
    policy = policy_of(get_settings()) if given_policy == Policy() else given_policy
    if policy == Policy():
        raise usage(COMMAND, "give --outputs, --samples or --experiments DAYS, or set DYNO_KEEP_…_DAYS")
    with in_one_line(COMMAND), database_of(data) as place:
        if dry_run:
            with place.transaction() as session:
                expiries = look(session, policy)
        else:
            expiries = carry_out(policy, place.transaction, MANY)
    if as_json:
        print_json({"dry_run": dry_run, "going": [expiry.model_dump() for expiry in expiries]})
        return
    for expiry in expiries:
        verb = "would go" if dry_run else "went"
        typer.echo(
            f"{WORDS[expiry.what]}: {expiry.experiments} experiments, {expiry.bytes / 1e6:.1f} MB {verb}"
        )
