"""What gixy says about your own nginx config. A process with a time limit: it evaluates expressions."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from backend.advice.rule import Subject
from backend.advice.schemas import Severity

CODE = "security"
TEXT = (
    "What gixy finds in your own nginx config: requests that a client can redirect to other servers, "
    "headers that it can split, paths that it can escape from. Configs made from knobs alone are not checked."
)
SOURCE = "gixy, a static analyser of nginx configurations"
# Rules of ours say these with the testbed in view; a version in a header is no danger on a testbed.
SKIPPED = (
    "version_disclosure",
    "low_keepalive_requests",
    "worker_rlimit_nofile_vs_connections",
    "default_server_flag",
)
INSTEAD = {
    "http_splitting": "return 302 https://$host$request_uri;",
    "ssrf": "proxy_pass http://$backend;",
    "proxy_pass_normalized": "proxy_pass http://$backend;",
    "host_spoofing": "proxy_set_header Host $host;",
    "add_header_multiline": 'add_header X-Name "one line";',
    "add_header_redefinition": "every add_header again in the inner block",
    "hash_without_default": "map $uri $name { default other; }",
    "valid_referers": "valid_referers server_names;",
    "origins": 'if ($http_origin ~ "^https://example\\.org$") { return 403; }',
    "if_is_evil": "only return or rewrite … last inside if",
}
MAX_TEXTS = 8
"""Distinct configs that are checked for one plan; each takes a quarter of a second."""
MAX_LENGTH = 64 * 1024
"""Characters of a rendered config; a longer one is not checked."""
TIMEOUT_S = 5


@dataclass(frozen=True)
class Weakness:
    severity: Severity
    knob: str
    text: str
    example: str
    source: str


def weaknesses(subjects: Iterable[Subject], raw: Sequence[str]) -> Iterator[tuple[Subject, Weakness]]:
    """What gixy finds in the rendered text of variants with raw text, once for each combination of texts."""
    texts_before: set[tuple[str, ...]] = set()
    for subject in subjects:
        texts = tuple(str(subject.knobs.get(name, "")) for name in raw)
        if (
            not 0 < len(subject.conf) <= MAX_LENGTH
            or not any(texts)
            or texts in texts_before
            or len(texts_before) >= MAX_TEXTS
        ):
            continue
        texts_before.add(texts)
        knob = next(name for name, text in zip(raw, texts, strict=True) if text)
        for issue in _issues(subject.conf):
            yield subject, _weakness(issue, knob)


def _weakness(issue: dict[str, Any], knob: str) -> Weakness:
    plugin = str(issue.get("plugin", ""))
    line = f"line {issue['line']} of the rendered nginx.conf: " if issue.get("line") else ""
    reason = f" ({issue['reason']})" if issue.get("reason") else ""
    return Weakness(
        severity="warning" if issue.get("severity") == "HIGH" else "hint",
        knob=knob,
        text=f"{line}{str(issue.get('summary', '')).rstrip('.')}{reason}",
        example=INSTEAD.get(plugin) or str(issue.get("description", "")),
        source=f"{SOURCE}: {plugin}",
    )


@lru_cache(maxsize=256)
def _issues(conf: str) -> tuple[dict[str, Any], ...]:
    argv = [
        sys.executable,
        "-m",
        "gixy",
        "-f",
        "json",
        "--disable-includes",
        "--skips",
        ",".join(SKIPPED),
        "-",
    ]
    try:
        result = subprocess.run(argv, input=conf.encode(), capture_output=True, timeout=TIMEOUT_S)
        issues = json.loads(result.stdout or b"[]")
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ()
    return tuple(sorted(issues, key=lambda i: (i.get("line") or 0, i.get("plugin") or "")))
