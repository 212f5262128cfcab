"""Boot parameters that a definition requires."""

from typing import Any

import pytest

from agents.contract.reports import Facts
from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.definition.writer import to_yaml
from backend.planning.testbed_checks import unmet_boot_parameters
from backend.tests.db.builders import FACTS

TEXT = """
name: isolated
workloads: [{tool: wrk, threads: 1, connections: 2, duration: 2s}]
allowed_failures: 0.5%
require: {proxy: [isolcpus=1, nohz_full]}
variants: [{name: a}]
baseline: a
"""


def definition() -> Definition:
    return parse_definition(TEXT)


def host(command_line: str) -> Facts:
    return Facts.model_validate(FACTS | {"more": {"kernel_command_line": command_line}})


def test_they_and_allowed_failures_come_back_from_yaml() -> None:
    read = definition()
    assert (read.allowed_failures, read.require) == (0.005, {"proxy": ["isolcpus=1", "nohz_full"]})
    text = to_yaml(read)
    assert "allowed_failures: 0.5%" in text
    assert parse_definition(text) == read
    assert parse_definition(read.model_dump(mode="json", exclude_none=True)) == read


@pytest.mark.parametrize(
    ("changes", "place", "said"),
    [
        ({"allowed_failures": "200%"}, "allowed_failures", "must be a percentage from 0% to 100%"),
        ({"allowed_failures": "some"}, "allowed_failures", "must be a percentage"),
        ({"require": {"cook": ["x"]}}, "require.cook", "must be load, proxy or backend"),
        ({"require": {"proxy": ["is olcpus"]}}, "require.proxy[0]", "boot parameter such as isolcpus=1"),
        ({"require": {"proxy": []}}, "require.proxy", "must not be empty"),
    ],
)
def test_wrong_ones_are_named(changes: dict[str, Any], place: str, said: str) -> None:
    data = definition().model_dump(mode="json", exclude_none=True) | changes
    with pytest.raises(DefinitionErrors) as caught:
        parse_definition(data)
    assert [(p.place, said in p.message) for p in caught.value.errors] == [(place, True)]


def test_a_host_booted_otherwise_is_refused_with_what_it_has() -> None:
    assert not list(unmet_boot_parameters(definition(), {"proxy": host("quiet isolcpus=1 nohz_full=1-3")}))
    issues = list(unmet_boot_parameters(definition(), {"proxy": host("quiet isolcpus=2")}))
    assert issues == [
        (
            ("require", "proxy", 0),
            "the proxy host must be booted with isolcpus=1; it was booted with isolcpus=2",
        ),
        (
            ("require", "proxy", 1),
            "the proxy host must be booted with nohz_full; it was booted without nohz_full",
        ),
    ]


def test_a_testbed_without_the_host_cannot_have_it() -> None:
    ((place, sentence),) = unmet_boot_parameters(definition(), {})
    assert place == ("require", "proxy")
    assert "no proxy host" in sentence
