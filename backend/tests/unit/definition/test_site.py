"""Pages that a workload brings (`site`): bounds, and settings that they would replace."""

import pytest

from agents.contract.workload import Workload
from backend.definition.issues import DefinitionErrors
from backend.definition.parse import parse_definition
from backend.definition.writer import to_yaml
from backend.planning.plan import runs_of
from backend.planning.testbed_checks import check_against_testbed
from backend.tests.unit.facts import host_facts

TEXT = """
name: x
workloads: [{name: mine, duration: 1s, path: /1, site: [5, 7]}]
variants: [{name: a}, {name: b, set: {SET}}]
"""


def test_a_site_is_written_as_it_is_read() -> None:
    definition = parse_definition(TEXT.replace("SET", "nginx.sendfile: on"))

    assert definition.workloads[0].site == [5, 7]
    assert parse_definition(to_yaml(definition)) == definition


@pytest.mark.parametrize(
    ("knob", "value"),
    [("origin.kind", "empty_gif"), ("origin.body_bytes", "5"), ("origin.address", "10.0.0.9:80")],
)
def test_settings_that_the_pages_replace_are_refused(knob: str, value: str) -> None:
    with pytest.raises(DefinitionErrors) as caught:
        parse_definition(TEXT.replace("SET", f"{knob}: {value}"))

    assert "“mine” brings pages of its own" in str(caught.value)


@pytest.mark.parametrize("site", [[-1], [2**40], [250_000_000] * 9, [1] * 10_001, ["one"], [1.5]])
def test_a_site_is_bounded(site: list[object]) -> None:
    with pytest.raises(ValueError, match="site"):
        Workload.model_validate({"duration_s": 1, "site": site})


def test_an_agent_that_is_too_old_to_make_pages_is_named() -> None:
    definition = parse_definition(TEXT.replace("SET", "nginx.sendfile: on"))
    hosts = {role: host_facts() for role in ("load", "proxy", "backend")}

    issues = check_against_testbed(definition, runs_of(definition), hosts)  # pyright: ignore[reportArgumentType]

    assert "the backend host makes no pages" in " ".join(issue.message for issue in issues)
