from backend.recipes.knob_page import TARGET, page


def test_the_page_is_what_the_registry_says():
    assert TARGET.read_text("utf-8") == page(), "run: python -m backend.recipes.knob_page"
