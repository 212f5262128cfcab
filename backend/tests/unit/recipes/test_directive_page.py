from agents.policy.directives import NAMES
from backend.recipes.directive_page import TARGET, page


def test_the_page_is_what_the_policy_says() -> None:
    assert TARGET.read_text("utf-8") == page(), "run: python -m backend.recipes.directive_page"


def test_every_directive_has_a_row() -> None:
    assert {name for name in NAMES if f"| `{name}` |" not in page()} == set()
