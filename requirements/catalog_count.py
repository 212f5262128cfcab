"""Count the files of the product that name a load tool, a metric or a knob. Run it as a script to see them.

Product: what git has, without tests, test data, documentation, generated files, locks and shipped recipes.
Comments and Python's docstrings do not count. A tool's own folder in the catalog is one place.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from agents.catalog.knobs import KNOBS  # noqa: E402
from agents.catalog.metrics import METRICS  # noqa: E402
from agents.catalog.tools import TOOLS  # noqa: E402

_CODE = (".py", ".ts", ".tsx", ".sh", ".toml", "Makefile", "Dockerfile", ".ci/setup", ".ci/run")
_NOT_PRODUCT = re.compile(
    r"(^|/)tests?/|^e2e/|^docs/|^frontend/(e2e|scripts)/|\.test\.|/sample\.ts$|^frontend/src/(api/(catalog|schema)|test/)"
    r"|recipes/library/|^requirements/catalog_count|^migrations/|imports/example\.py$"
)
_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
_SHELL_COMMENT = re.compile(r"(^|\s)#[^\n]*")


def product_files() -> dict[str, str]:
    """Path → its text without comments and docstrings."""
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    wanted = (n for n in names.split("\n") if n.endswith(_CODE) and not _NOT_PRODUCT.search(n))
    return {name: _code(name, (ROOT / name).read_text("utf-8")) for name in wanted if (ROOT / name).is_file()}


def _code(name: str, text: str) -> str:
    if name.endswith(".py"):
        return _python(text)
    return (_COMMENT if name.endswith((".ts", ".tsx")) else _SHELL_COMMENT).sub(" ", text)


def _python(text: str) -> str:
    docs = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    comments = {
        token.start: token.string
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    }
    lines = text.split("\n")
    for (row, column), _ in comments.items():
        lines[row - 1] = lines[row - 1][:column]
    return "\n".join("" if n in docs else line for n, line in enumerate(lines, 1))


def naming(word: str, files: Mapping[str, str], quoted: bool = False) -> list[str]:
    """Files that name a word; `quoted`: only as a string of its own, for words that mean other things too."""
    edge = r"[\"'`]" if quoted else ""
    pattern = re.compile(rf"{edge}(?<![\w.-]){re.escape(word)}(?![\w-]){edge}")
    return [name for name, text in files.items() if word in text and pattern.search(text)]


def places(names: Iterable[str], own: str) -> list[str]:
    """The files, with those of a folder as one."""
    return sorted({own if name.startswith((f"{own}.", f"{own}/")) else name for name in names})


def counts() -> dict[str, dict[str, list[str]]]:
    """Kind → name → the files that name it."""
    files = product_files()
    without_modes = {n: re.sub(r"open\(\"ab\"\)|in \"ab\"", "", text) for n, text in files.items()}
    tools = {
        name: places(naming(name, without_modes, quoted=len(name) < 3), f"agents/catalog/tools/{name}")
        for name in TOOLS
    }
    return {
        "tools": tools,
        "metrics": {name: naming(name, files) for name in METRICS},
        "knobs": {
            knob.directive: naming(knob.directive, files, quoted=True)
            for knob in KNOBS.values()
            if knob.directive
        },
    }


if __name__ == "__main__":
    for kind, named in counts().items():
        print(f"\n{kind}")
        for name, found in named.items():
            print(f"{len(found):4} {name:28} {', '.join(found) if len(found) < 9 else ''}")
