"""Words as nginx itself reads them: it names those that stand twice in `types`, so it can be asked."""

import re
from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from agents.render.lexer import ConfError, read_conf
from agents.tests.policy.real_nginx import nginx_says
from agents.tests.policy.test_fuzz import MINUTES, UNHURRIED

pytestmark = UNHURRIED

PIECES = [
    "a",
    "b;",
    '"',
    "'",
    "\\",
    '\\"',
    "\\'",
    "\\\\",
    "\\t",
    "\\n",
    " ",
    "\t",
    "\n",
    "\r\n",
    "#",
    "$",
    "{",
    "${a}",
    ")",
]
SOUPS = st.lists(st.sampled_from([*PIECES, "é", "\xa0", ";", "}", "(", "=", "x#", "# y\n"]), max_size=12).map(
    "".join
)
Named = tuple[str, str, str]


@given(soup=SOUPS)
@settings(
    max_examples=int(MINUTES * 2500) or 100,
    derandomize=not MINUTES,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
def test_words_are_those_that_nginx_reads(soup: str, tmp_path: Path) -> None:
    text = f"events {{}} http {{ types {{ one {soup}; two {soup}; }} server {{ listen unix:x; }} }}\n"
    theirs = twice_by_nginx(text, tmp_path)
    try:
        tree = read_conf(text)
    except ConfError:
        return  # refused, whatever nginx thinks of it
    assume(theirs is not None)
    assert theirs == twice([[s.name, *s.args] for s in (tree[1].block or [])[0].block or []])


def twice_by_nginx(text: str, folder: Path) -> list[Named] | None:
    """(word, type, type before) in nginx's own words; None where it refuses the text."""
    taken, said = nginx_says(text, folder)
    found = r'duplicate extension "(.*?)", content type: "(.*?)", previous content type: "(.*?)" in '
    return re.findall(found, said, re.DOTALL) if taken else None


def twice(lines: Sequence[Sequence[str]]) -> list[Named]:
    kinds: dict[str, str] = {}
    found: list[Named] = []
    for kind, *words in lines:
        for word in words:
            key = "".join(c.lower() if c.isascii() else c for c in word)
            if key in kinds:
                found.append((key, kind, kinds[key]))
            kinds[key] = kind
    return found
