"""`dyno doctor`: what is wrong with this server, and what to do."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from backend.cli.connection import FAILED, JsonOption, print_json
from backend.cli.operations.problems import in_one_line
from backend.cli.up import DataOption

if TYPE_CHECKING:
    from backend.operations.doctor.finding import Finding


def doctor_command(data: DataOption = Path(".dyno"), as_json: JsonOption = False) -> None:
    """Look at database, broker, worker, beat, agents, certificate, disk; status 1 if something fails."""
    from backend.operations.doctor.finding import is_ill

    with in_one_line("dyno doctor"):
        findings = examine(data)
    if as_json:
        print_json({"ill": is_ill(findings), "findings": [finding.model_dump() for finding in findings]})
    else:
        _print(findings)
    if is_ill(findings):
        raise typer.Exit(FAILED)


def examine(data: Path) -> list["Finding"]:
    """Everything that can be looked at from this machine."""
    from backend.cli.embedded.layout import Layout
    from backend.cli.embedded.servers import servers_of
    from backend.errors import NotFound
    from backend.identity.oidc.settings import get_oidc
    from backend.operations.doctor import notices, server
    from backend.operations.doctor.certificate import look_at_certificate, look_at_server
    from backend.settings import get_settings

    settings, root = get_settings(), data.expanduser().absolute()
    is_own = not (settings.database_url and settings.redis_url)
    if is_own and not (root / "secrets" / "broker-password").exists():
        raise NotFound(
            f"There is no server in {root}: name the directory of `dyno up` with --data, or set "
            "DYNO_DATABASE_URL and DYNO_REDIS_URL"
        )
    if not is_own:
        place_findings = [
            *server.database(settings.sqlalchemy_url),
            *server.broker(settings.redis_url, settings),
        ]
        certificate_findings = look_at_certificate(settings.tls_cert, datetime.now(UTC))
        settings_findings = [*notices.mail(settings), *server.sign_in(get_oidc()), *certificate_findings]
        return [*place_findings, *settings_findings, server.disk(settings.data, settings)]
    layout, now = Layout(root), datetime.now(UTC)
    servers = servers_of(layout, settings, None)
    certificate = settings.tls_cert or root / "tls" / "tls_cert.pem"
    return [
        *server.database(servers.database_url, layout.logs),
        *server.broker(servers.redis_url, settings),
        *notices.mail(settings),
        *server.sign_in(get_oidc()),
        *look_at_server(layout.running_url(), certificate, now),
        *server.supervision(root),
        server.disk(root, settings),
        server.rights(root),
    ]


def _print(findings: Sequence["Finding"]) -> None:
    from rich.text import Text

    from backend.cli.tables import terminal, titled_table
    from backend.operations.doctor.finding import State

    colours = {State.WELL: "green", State.NOTE: "yellow", State.FAILS: "red"}
    table = titled_table("What is wrong with this server", "about")
    for name in ("state", "what, and what to do"):
        table.add_column(name)
    for finding in findings:
        text = f"{finding.text}\n→ {finding.help}" if finding.help else finding.text
        table.add_row(
            Text(finding.about), Text(finding.state, style=colours[finding.state]), Text(text)
        )  # as plain text: what agents say is no markup
    terminal().print(table)
    count = sum(finding.state is State.FAILS for finding in findings)
    typer.echo(f"{count} fail" if count else "Nothing fails")
