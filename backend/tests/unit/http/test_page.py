from backend.docs_site.limits_page import TARGET, page


def test_the_page_is_made_from_the_limits() -> None:
    assert TARGET.read_text("utf-8") == page(), "run: python -m backend.docs_site.limits_page"
