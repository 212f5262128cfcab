"""An nginx.conf as a tree of directives, read by crossplane."""

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import crossplane

from backend.advice.nginx import Tree


@lru_cache(maxsize=512)
def read_nginx(conf: str) -> Tree:
    """The directives of a text; empty where it is empty or cannot be read: `nginx -t` says why."""
    if not conf:
        return ()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "nginx.conf"
        path.write_text(conf, "utf-8")
        payload = crossplane.parse(str(path), single=True, check_ctx=False, check_args=False)
    return () if payload["errors"] else tuple(d for c in payload["config"] for d in c["parsed"])
