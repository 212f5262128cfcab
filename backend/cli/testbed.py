"""`dyno testbed`: which hosts play which role together, and whether they reach each other."""

import time
from typing import Annotated, Any

import typer

from backend.cli.client import Api
from backend.cli.connection import (
    DEFAULT_SERVER,
    NO_RESULT,
    JsonOption,
    ServerOption,
    connect,
    print_json,
    usage,
)
from backend.cli.lookup import find_row, find_testbed
from backend.cli.tables import add_figures, terminal, titled_table

COMMAND = "dyno testbed"
LOOK_EVERY_S = 1.0
ROLES = "load, proxy, backend"
app = typer.Typer(add_completion=False, no_args_is_help=True, help="Testbeds: hosts in their roles.")

NameArgument = Annotated[str, typer.Argument(help="name or id of a testbed", metavar="TESTBED")]
RoleOption = Annotated[str | None, typer.Option(help="name or id of the host with this role", metavar="HOST")]
LoadOption = Annotated[
    list[str] | None,
    typer.Option(help="name or id of a load host; again for each further one", metavar="HOST"),
]


@app.command("list")
def list_command(
    is_retired: Annotated[bool, typer.Option("--retired", help="those that were retired")] = False,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """List the testbeds."""
    with connect(COMMAND, server) as api:
        testbeds = api.get("/testbeds", retired=str(is_retired).lower())
    if as_json:
        print_json(testbeds)
        return
    table = titled_table("Testbeds", "name")
    for name in ("roles", "now"):
        table.add_column(name)
    for testbed in testbeds:
        table.add_row(testbed["name"], _roles(testbed), _now(testbed))
    terminal().print(
        table if testbeds else "There is no testbed yet; make one: dyno testbed create NAME --load HOST …"
    )


@app.command("show")
def show_command(
    testbed: NameArgument, as_json: JsonOption = False, server: ServerOption = DEFAULT_SERVER
) -> None:
    """Show a testbed and its last check."""
    with connect(COMMAND, server) as api:
        row = find_testbed(api, testbed)
        _show(row, api.get(f"/testbeds/{row['id']}/check"), as_json)


@app.command("create")
def create_command(
    name: Annotated[str, typer.Argument(help="its name")],
    load: LoadOption = None,
    proxy: RoleOption = None,
    backend: RoleOption = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Make a testbed of hosts; one host may have several roles."""
    with connect(COMMAND, server) as api:
        roles = _ids(api, _host_names(load, proxy, backend))
        if not roles:
            raise usage(COMMAND, f"name at least one host: --load, --proxy or --backend (roles are {ROLES})")
        row = api.post("/testbeds", {"name": name, "roles": roles})
        _show(row, None, as_json)


@app.command("set")
def set_command(
    testbed: NameArgument,
    name: Annotated[str | None, typer.Option(help="its new name")] = None,
    load: LoadOption = None,
    proxy: RoleOption = None,
    backend: RoleOption = None,
    as_json: JsonOption = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Give a testbed another name or other hosts; an empty HOST takes a role away. Results stay."""
    hosts_by_role = _host_names(load, proxy, backend)
    with connect(COMMAND, server) as api:
        testbed_row = find_testbed(api, testbed)
        roles: dict[str, list[str]] = {}
        for row in testbed_row["roles"]:
            roles.setdefault(row["role"], []).append(row["host_id"])
        roles |= _ids(api, hosts_by_role)
        body: dict[str, Any] = {"name": name} if name else {}
        if hosts_by_role:
            body["roles"] = {role: ids for role, ids in roles.items() if hosts_by_role.get(role) != [""]}
        if not body:
            raise usage(COMMAND, "name what to change: --name, --load, --proxy or --backend")
        body["version"] = testbed_row["version"]
        _show(api.patch(f"/testbeds/{testbed_row['id']}", body), None, as_json)


@app.command("check")
def check_command(
    testbed: NameArgument, as_json: JsonOption = False, server: ServerOption = DEFAULT_SERVER
) -> None:
    """Let its hosts call each other: both ways, round trip, a second of load, ports, clocks.

    Status 3 where something is wrong.
    """
    with connect(COMMAND, server) as api:
        row = find_testbed(api, testbed)
        path = f"/testbeds/{row['id']}/check"
        check = api.post(path, {})
        if not as_json:
            typer.echo(f"Checking “{row['name']}”, about {check['takes_s']:.0f} s …", err=True)
        while check["state"] == "running":
            time.sleep(LOOK_EVERY_S)
            check = api.get(path)
        _show(row, check, as_json)
    if check["state"] != "passed":
        raise typer.Exit(NO_RESULT)


@app.command("retire")
def retire_command(
    testbed: NameArgument,
    back: Annotated[bool, typer.Option("--back", help="bring it back")] = False,
    server: ServerOption = DEFAULT_SERVER,
) -> None:
    """Take a testbed out of forms and lists; its results stay, its name is free."""
    with connect(COMMAND, server) as api:
        row = find_testbed(api, testbed, is_retired=back)
        api.patch(f"/testbeds/{row['id']}", {"retired": not back})
    typer.echo(f"“{row['name']}” is {'back' if back else 'retired'}")


def _host_names(load: list[str] | None, proxy: str | None, backend: str | None) -> dict[str, list[str]]:
    """Role → the hosts that were named for it; without roles that were not given."""
    servers = {"proxy": proxy, "backend": backend}
    return ({"load": load} if load else {}) | {
        role: [name] for role, name in servers.items() if name is not None
    }


def _ids(api: Api, hosts_by_role: dict[str, list[str]]) -> dict[str, list[str]]:
    """Role → ids of the hosts that were named; without roles that are empty."""
    names_by_role = {role: names for role, names in hosts_by_role.items() if names != [""]}
    if not names_by_role:
        return {}
    hosts = api.get("/hosts")
    return {
        role: [find_row("host", hosts, name)["id"] for name in names] for role, names in names_by_role.items()
    }


def _roles(testbed: dict[str, Any]) -> str:
    return "\n".join(f"{row['role']}: {row['host_name']} {row['address']}" for row in testbed["roles"])


def _now(testbed: dict[str, Any]) -> str:
    if testbed["retired_at"]:
        return "retired"
    if testbed["unavailable"]:
        return testbed["unavailable"]
    return f"busy with {testbed['busy_with']['name']}" if testbed["busy_with"] else "free"


def _show(testbed: dict[str, Any], check: dict[str, Any] | None, as_json: bool) -> None:
    if as_json:
        print_json(testbed if check is None else {"testbed": testbed, "check": check})
        return
    typer.echo(f"{testbed['name']}  ({testbed['id']}), {_now(testbed)}\n{_roles(testbed)}")
    if check and check["state"] in ("passed", "failed"):
        _show_check(check)


def _show_check(check: dict[str, Any]) -> None:
    table = titled_table(f"Check of {check['at'][:16].replace('T', ' ')} UTC: {check['state']}", "from")
    table.add_column("to")
    add_figures(table, "round trip", "one second of load")
    table.add_column("")
    for pair in check["pairs"]:
        figures = (_figure(pair["round_trip_ms"], ".2f", "ms"), _figure(pair["mbit_per_s"], ",.0f", "Mbit/s"))
        table.add_row(pair["source"], pair["target"], *figures, "" if pair["ok"] else "✗")
    if check["pairs"]:
        terminal().print(table)
    for host in check["hosts"]:
        offset = _figure(host["clock_offset_ms"], "+.1f", "ms")
        typer.echo(f"{host['name']}: {host['free_ports'] or 'no'} free ports, clock {offset}")
    for row in (*check["hosts"], *check["pairs"]):
        if not row["ok"]:
            name = row.get("name") or f"{row['source']} → {row['target']}"
            typer.echo(f"{name}: {row['problem']} {row['help']}".rstrip())


def _figure(value: float | None, form: str, unit: str) -> str:
    return "–" if value is None else f"{value:{form}} {unit}"
