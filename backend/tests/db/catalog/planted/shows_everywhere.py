"""Runs in a copy of the tree in which a tool, a metric and a knob were planted: where they show."""

from typing import Any

from fastapi.testclient import TestClient

from agents.catalog.__main__ import catalog, debian_packages
from agents.catalog.metrics import METRICS
from agents.contract.workload import Workload
from agents.policy import check, may_reach_only
from agents.render import render_proxy
from agents.render.argv import load_argv
from backend.definition.parse import parse_definition
from backend.imports.columns import measure_of
from backend.main import app
from backend.planning.missing_programs import install_command, missing
from backend.presentation.words import quantity
from backend.recipes import directive_page, knob_page, tool_page
from backend.tests.unit.facts import host_facts

DEFINITION = {
    "name": "planted",
    "topology": "proxy_only",
    "workloads": [{"tool": "ahoy", "connections": 8, "requests": 1000}],
    "variants": [{"name": "default"}, {"name": "limited", "set": {"nginx.ahoy_limit": 5}}],
    "baseline": "default",
    "trials": 2,
}


def text_of(*rates: int) -> str:
    return "\n".join(
        f"$ ahoy -c8 -n{rate} http://10.0.0.1/\nahoy made {rate} requests in 1 s, jitter {jitter} ms"
        for jitter, rate in enumerate(rates, 3)
    )


def imported(client: TestClient) -> dict[str, Any]:
    body = {
        "name": "planted",
        "workloads": [{"name": "default", "tool": "ahoy", "connections": 8, "requests": 1000}],
        "baseline": "a",
        "runs": [
            {"variant": name, "trials": [{"text": text, "report": n} for n in range(3)]}
            for text, name in enumerate("ab")
        ],
        "texts": [
            {"name": "a", "text": text_of(1000, 1010, 1005)},
            {"name": "b", "text": text_of(2000, 2010, 2005)},
        ],
    }
    answer = client.post("/api/v1/imports", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_the_form_offers_them(client: TestClient) -> None:
    named = {kind: {one["name"] for one in client.get(f"/api/v1/{kind}").json()} for kind in KINDS}
    assert {"ahoy"} <= named["tools"]
    assert {"jitter_s"} <= named["metrics"]
    assert {"nginx.ahoy_limit"} <= named["knobs"]
    schemas = app.openapi()["components"]["schemas"]
    (workload, *_) = [schema for name, schema in schemas.items() if name.startswith("Workload")]
    assert "ahoy" in workload["properties"]["tool"]["enum"]


KINDS = ("tools", "metrics", "knobs")


def test_the_browser_gets_them() -> None:
    constants = catalog()
    assert "ahoy" in str(constants["TOOLS"])
    assert "planted jitter" in str(constants["METRICS"])
    assert "ahoy" in str(constants["ANY_TOOL"])
    assert "ahoy" in str(constants["ANY_READABLE_TOOL"])


def test_a_definition_takes_them() -> None:
    definition = parse_definition(DEFINITION)
    assert definition.workloads[0].tool == "ahoy"


def test_the_agent_gets_an_argument_list_and_a_config() -> None:
    workload = Workload.model_validate({"tool": "ahoy", "connections": 8, "requests": 1000})
    assert load_argv(workload, "http://a/") == ["ahoy", "-c8", "-n1000", "http://a/"]
    assert "ahoy_limit 5;" in render_proxy({"nginx.ahoy_limit": 5}, "proxy_only")


def test_the_policy_holds_the_rule_of_the_knob() -> None:
    nobody = may_reach_only([])
    text = "events {} http { ahoy_limit %s; server { listen $listen; } }"
    assert check(text % 5, nobody)[1] == []
    assert [refusal.directive for refusal in check(text % 500, nobody)[1]] == ["ahoy_limit"]


def test_the_docs_describe_them() -> None:
    assert "## ahoy\n- Counts every ahoy as a request.\n- Has no masts." in tool_page.page()
    assert "| `nginx.ahoy_limit` |" in knob_page.page()
    assert "| `ahoy_limit` | http, location, server |" in directive_page.page()
    assert "ahoy ahoy-tools\n" in debian_packages()


def test_the_doctor_and_the_hosts_page_miss_the_tool() -> None:
    facts = host_facts(os="Debian GNU/Linux 12", tools={"wrk": "4", "ab": "2"})
    assert missing(facts, ["load"]) == [
        "ahoy is missing (a planted recipe uses it): apt-get install ahoy-tools, then start the agent again"
    ]
    assert install_command(facts, ["load"]) == "apt-get install ahoy-tools"


def test_a_run_and_a_report_show_them(client: TestClient) -> None:
    made = imported(client)
    run = client.get(f"/api/v1/runs/{made['run_list'][1]['id']}").json()
    assert run["workload"]["tool"] == "ahoy"
    assert [trial["figures"]["jitter_s"] for trial in run["trials"]] == [0.003, 0.004, 0.005]
    latency = client.get(f"/api/v1/runs/{run['id']}/latency").json()
    assert latency["sentence"] == "ahoy keeps no histogram."
    rows = client.get(f"/api/v1/experiments/{made['id']}/deltas", params={"metric": "jitter_s"}).json()
    assert [row["candidate_mean"] for row in rows] == [0.004]
    where = f"/api/v1/experiments/{made['id']}"
    report = client.get(f"{where}/report", params={"metric": "jitter_s"}).json()
    assert report["metric"]["title"].startswith("Change from one latency")
    markdown = client.get(f"{where}/export.md", params={"metric": "jitter_s"}).text
    assert "ahoy" in markdown
    assert "planted jitter" in markdown


def test_sentences_and_columns_of_tables_know_the_metric() -> None:
    assert quantity(METRICS["jitter_s"]) == "planted jitter"
    assert measure_of("Jitter") == "jitter_s"
