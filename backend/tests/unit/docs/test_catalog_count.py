"""In how many files of the product a load tool, a metric or a knob is named. The counts may only fall."""

import importlib.util
from pathlib import Path

import pytest

from agents.catalog.knobs import KNOBS
from agents.policy.directives import access, files, headers, http, proxy, tls, variables, workers

SCRIPT = Path(__file__).parents[4] / "requirements/catalog_count.py"

pytestmark = pytest.mark.exhaustive  # a rule about the tree, like lint
MAX_OF_METRIC = 2
ROLES_OF_THEIR_OWN = {
    "requests_per_s": "the main metric, a field of the API and of tables",
    "latency_mean": "a field of the API and of tables",
    "latency_p99": "a field of the API",
    "latency_max": "beside percentiles, in histograms",
    "failed_requests": "a rule of validity has its name",
    "bytes_per_s": "a field of reports of tools",
    "requests": "a field of workloads",
    "cpu_s_per_request": "the second question, whose change stands on a card of a run",
}


@pytest.fixture(scope="module")
def counts() -> dict[str, dict[str, list[str]]]:
    spec = importlib.util.spec_from_file_location("catalog_count", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script.counts()


def test_a_load_tool_is_named_in_its_own_place(counts: dict[str, dict[str, list[str]]]) -> None:
    others = {tool: found for tool, found in counts["tools"].items() if len(found) > 1}
    assert others == {
        "wrk": ["agents/catalog/tools/wrk", "agents/catalog/tools/wrk2.py"],
        "h2load": [".ci/setup", "agents/catalog/tools/h2load"],  # optional on hosts, installed for tests
        "vegeta": [".ci/setup", "agents/catalog/tools/vegeta"],  # built for tests
    }


def test_a_metric_is_named_in_the_catalog_and_where_it_is_made(
    counts: dict[str, dict[str, list[str]]],
) -> None:
    plain = {name: found for name, found in counts["metrics"].items() if name not in ROLES_OF_THEIR_OWN}
    assert {name: found for name, found in plain.items() if len(found) > MAX_OF_METRIC} == {}


def test_a_knob_has_its_rule_where_it_is_defined() -> None:
    families = (access, files, headers, http, proxy, tls, variables, workers)
    listed = {
        (rule.name, context) for family in families for rule in family.RULES for context in rule.contexts
    }
    knobs = [knob for knob in KNOBS.values() if knob.directive]
    assert [knob.name for knob in knobs if knob.rule is None] == []
    assert [knob.name for knob in knobs if (knob.directive, knob.context) in listed] == []
