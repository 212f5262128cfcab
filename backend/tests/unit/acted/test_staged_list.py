"""The staged list of settings that cannot act and of settings that do."""

from collections import Counter

from backend.definition.parse import parse_definition
from e2e.acted.cases import staged_cases


def test_the_list_has_as_many_settings_as_the_goal_names():
    assert Counter(case.kind for case in staged_cases()) == {"cannot_act": 40, "act": 60}


def test_every_case_is_a_definition_that_can_be_planned():
    for case in staged_cases():
        assert [v.name for v in parse_definition(case.definition()).variants] == ["baseline", "variant"]
