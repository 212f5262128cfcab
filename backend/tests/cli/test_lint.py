"""`dyno lint` on files, recipes and standard input, without a dashboard."""

import json
import os
from pathlib import Path

from typer.testing import CliRunner, Result

from backend.cli.findings import finding_line
from backend.cli.launching.launch import text_of_file
from backend.cli.main import app

WORKLOADS = "name: x\nworkloads: [{connections: 16, duration: 1}]\n"
USELESS = WORKLOADS + "variants:\n  - name: a\n    set:\n      upstream.keepalive: 8\n"


def _lint(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(app, ["lint", *words], input=given)


def test_advice_has_its_line_and_what_to_write_instead(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(USELESS)
    done = _lint(str(file))
    assert done.exit_code == 1
    first, second = done.output.splitlines()
    assert first.startswith(f"{file}:6:7: warning: Variant 1, upstream.keepalive: ")
    assert first.endswith("[keepalive_without_http11]")
    assert second == "    instead: upstream.http11: on"


def test_errors_are_said_all_at_once_and_as_json() -> None:
    done = _lint(
        "-", "--json", given="name: x\nworkloads: [{conections: 1}]\nvariants: [{name: a, set: {x.y: 1}}]\n"
    )
    assert done.exit_code == 1
    found = json.loads(done.output)
    assert {i["severity"] for i in found} == {"error"}
    assert [i["place"] for i in found] == ["workloads[0].conections", "variants[0].set.x.y"]
    assert [(i["line"], i["column"]) for i in found] == [(2, 14), (3, 28)]


def test_nothing_to_say_is_status_0_and_hints_are_too() -> None:
    assert _lint("-", given=WORKLOADS + "variants: [{name: a}]").exit_code == 0
    hint = _lint("-", given=WORKLOADS + "variants: [{name: a, set: {upstream.http11: on}}]")
    assert (": hint: " in hint.output, hint.exit_code) == (True, 0)


def test_an_empty_text_is_no_recipe() -> None:
    done = _lint("-", given="")
    assert (done.exit_code, "recipe" in done.output) == (1, False)


def test_a_pipe_is_a_file() -> None:
    end, start = os.pipe()
    os.write(start, f"{WORKLOADS}variants: [{{name: a}}]".encode())
    os.close(start)
    assert _lint(f"/dev/fd/{end}").exit_code == 0
    os.close(end)


def test_recipes_by_name(tmp_path: Path) -> None:
    assert "keepalive_without_http11" in _lint("stepwise", "--form", "full").output
    assert _lint("calibration").exit_code == 0
    unknown = _lint("no-such-recipe")
    assert unknown.exit_code == 2
    assert "stepwise" in unknown.output
    assert _lint("stepwise", "--form", "half").exit_code == 2
    assert _lint(str(tmp_path / "missing.yaml")).exit_code == 1


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "nginx.conf"
    file.write_text("events {}", "utf-8-sig")
    assert text_of_file(file, "dyno launch") == "events {}"


def test_an_nginx_conf_is_no_definition_and_the_command_for_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "nginx.conf"
    file.write_text("user www;\nhttp {\n\tserver { listen 80; }\n}\n")
    done = _lint(str(file))
    assert done.exit_code == 1
    assert done.stderr.endswith(f"make one of it: dyno from-conf {file} -o experiment.yaml\n")
    with_conf = WORKLOADS + "variants:\n- name: a\n  set:\n    nginx.conf: |\n      events {\n      }\n"
    assert "from-conf" not in _lint("-", given=with_conf).output


def test_advice_on_a_grid_names_its_cells() -> None:
    advice = {"place": "factors", "severity": "hint", "text": "few", "variants": ["log=off", "log=disk"]}
    assert finding_line(advice, None) == "hint: Factors, log=off, log=disk: few"
    assert finding_line(advice | {"variants": []}, None) == "hint: Factors, every cell: few"
    error = {"place": "factors", "severity": "error", "text": "too many"}
    assert finding_line(error, None) == "error: Factors: too many"
