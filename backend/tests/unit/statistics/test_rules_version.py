"""Which rules an experiment was launched under, and what changed since."""

from backend.statistics.rules import CHANGES, RULES_VERSION, rules_note

LATER = {2: "candidates are compared with the control as well", 3: "failures are outcomes"}


def test_nothing_is_said_where_no_rule_changed() -> None:
    assert rules_note(RULES_VERSION, RULES_VERSION) == ""
    assert rules_note(3, 3, 3, LATER) == ""


def test_every_change_since_the_launch_is_named() -> None:
    assert rules_note(2, 2, 3, LATER) == (
        "It was launched under rules 2, which its verdicts follow. What changed since: failures are outcomes."
    )
    assert "as well; failures are outcomes." in rules_note(1, 1, 3, LATER)


def test_an_experiment_that_was_judged_again_says_what_that_changed() -> None:
    assert rules_note(3, 2, 3, LATER) == (
        "It was launched under rules 2 and judged again: failures are outcomes."
    )


def test_rules_of_a_newer_dashboard_are_said_to_be_unknown() -> None:
    assert rules_note(4, 4, 3, LATER).endswith("this dashboard knows rules up to 3.")


def test_each_version_says_what_it_changed() -> None:
    assert sorted(CHANGES) == list(range(2, RULES_VERSION + 1))
