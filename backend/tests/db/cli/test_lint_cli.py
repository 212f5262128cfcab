"""`dyno lint` and `dyno launch` name the lines of a file, whoever finds what is wrong there."""

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.records.experiments import Experiment
from backend.tests.db.commands import WORKERS, dyno


def test_lint_on_a_testbed_knows_its_hosts(server: str, recipe: str) -> None:
    done = dyno("lint", "stepwise", "--form", "full", "--testbed", "local")
    assert done.exit_code == 1
    assert "3 workers share 2 CPUs" in done.output
    assert "3 workers share" not in dyno("lint", "stepwise", "--form", "full").output
    assert "There is no testbed" in dyno("lint", "stepwise", "--testbed", "elsewhere").output


@pytest.mark.parametrize(
    "text",
    [
        WORKERS.replace("trials: 2", "trials: 0"),
        WORKERS.replace("proxy_only", "proxied").replace(
            "nginx.worker_processes: 2", "upstream.keepalive: 8"
        ),
        WORKERS.replace("nginx.worker_processes: 2", "nginx.worker_connections: 3"),
    ],
)
def test_lint_on_a_testbed_has_the_lines_of_lint_alone(server: str, recipe: str, text: str) -> None:
    Path(recipe).write_text(text)
    alone = json.loads(dyno("lint", recipe, "--json").output)
    there = json.loads(dyno("lint", recipe, "--json", "--testbed", "local").output)
    positions = {(item["place"], item["line"], item["column"]) for item in alone}
    assert positions
    assert positions <= {(item["place"], item.get("line"), item.get("column")) for item in there}


def test_what_only_a_testbed_refuses_has_its_line(server: str, recipe: str) -> None:
    Path(recipe).write_text(WORKERS.replace("nginx.worker_processes: 2", "pin.proxy: 4-7"))
    assert dyno("lint", recipe).exit_code == 0
    for command in (["lint", "--testbed", "local"], ["launch"]):
        assert f"{recipe}:9:29: " in dyno(*command, recipe).output


def test_an_override_has_no_line_and_the_rest_keeps_its_own(server: str, recipe: str) -> None:
    Path(recipe).write_text(WORKERS.replace("nginx.worker_processes: 2", "nginx.nothing: 2"))
    output = dyno("launch", recipe, "--set", "trials=0").output
    assert f"{recipe}:" in output
    assert "  Rounds: " in output


def test_lint_knows_own_recipes_by_their_name(server: str, client: TestClient) -> None:
    yaml = (
        "name: Own\ntrials: 2\nworkloads: [{connections: 8, duration: 1}]\nvariants: [{name: a}, {name: b}]\n"
    )
    saved = client.post("/api/v1/recipes", json={"title": "Our own", "yaml": yaml})
    assert saved.status_code == 201, saved.text
    done = dyno("lint", "our-own")
    assert (done.exit_code, done.output) == (0, "our-own: no findings\n")
    unknown = dyno("lint", "nobody-has-this")
    assert unknown.exit_code == 2
    assert "is no file and no recipe that is shipped" in unknown.output


def test_a_dry_run_prints_the_plan_and_launches_nothing(server: str, recipe: str, session: Session) -> None:
    planned = dyno("launch", recipe, "--dry-run")
    assert planned.exit_code == 0, planned.output
    first, *rest = planned.stdout.splitlines()
    assert first.startswith("“Workers” on local: 2 runs, 2 rounds, 4 trials, about ")
    assert "  workers 2  nginx.worker_processes: 2" in rest
    assert json.loads(dyno("launch", recipe, "--dry-run", "--json").stdout)["trials"] == 4
    assert session.scalars(select(Experiment)).all() == []


def test_a_dry_run_of_what_cannot_be_launched_is_status_1(server: str, recipe: str) -> None:
    Path(recipe).write_text(WORKERS.replace("nginx.worker_processes: 2", "pin.proxy: 4-7"))
    planned = dyno("launch", recipe, "--dry-run")
    assert planned.exit_code == 1
    assert f"{recipe}:9:29: error: Variant 2, pin.proxy: " in planned.stderr
    assert dyno("launch", recipe, "--dry-run", "--wait").exit_code == 2


def test_a_definition_is_launched_from_standard_input(server: str, recipe: str) -> None:
    text = Path(recipe).read_text()
    assert "Launched “Workers”" in dyno("launch", "-", given=text).output
    refused = dyno("launch", "-", given=text.replace("trials: 2", "trials: 0"))
    assert refused.stderr.startswith("dyno launch: <stdin>:5:1: Rounds: ")
