from backend.advice.document import TARGET, page


def test_the_page_lists_every_rule():
    assert TARGET.read_text("utf-8") == page(), "run: python -m backend.advice.document"
