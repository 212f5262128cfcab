from backend.execution.orchestration.equal_work import content_of

GZIP = {"headers": {"Accept-Encoding": "gzip"}}


def test_compressed_answers_are_compared_with_answers_compressed_alike():
    page = {"origin.kind": "static", "nginx.worker_processes": 1}
    packed = page | {"nginx.gzip": True, "nginx.gzip_comp_level": 2}
    assert content_of(page, GZIP) == content_of(page | {"nginx.worker_processes": 2}, GZIP)
    assert content_of(packed, GZIP) != content_of(page, GZIP)
    assert content_of(packed, GZIP) != content_of(packed | {"nginx.gzip_comp_level": 6}, GZIP)
