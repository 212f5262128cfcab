"""`dyno rotate-job-key`: sign jobs with another key from now on."""

import typer

from backend.cli.migrate import required_database


def rotate_job_key_command() -> None:
    """Sign jobs with a new key; the old one counts for five more minutes."""
    from backend.database import transaction
    from backend.execution.jobs import signing

    required_database("dyno rotate-job-key")
    with transaction() as session:
        key_id = signing.rotate(session)
    typer.echo(f"jobs are signed with key {key_id} from now on")
