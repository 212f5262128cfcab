"""Release a version: check the checkout, build and test both wheels, tag. Nothing is pushed or published.

`make release VERSION=x.y.z` runs it at the top of the checkout.
"""

import re
import subprocess
import sys
from pathlib import Path

_VERSION = re.compile(r"\d+\.\d+\.\d+")
_CODE = Path("agents/version.py")
_CHANGELOG = Path("CHANGELOG.md")


def notes(changelog: str, version: str) -> str | None:
    """The text of a release's dated section; None where there is no such section."""
    heading = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d{{2}}-\d{{2}}\n(.*?)(?=^## |\Z)"
    section = re.search(heading, changelog, re.MULTILINE | re.DOTALL)
    return section and section[1].strip()


def problems(version: str, *, changes: str, tags: list[str], code: str, changelog: str) -> list[str]:
    """Why this version cannot be released.

    `changes`: output of `git status --porcelain`; `code`: the file that has the version.
    """
    if not _VERSION.fullmatch(version):
        return [f"{version!r} is not a version such as 1.2.3"]
    unreleased = re.search(r"^## \[Unreleased\]\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    reasons = {
        f"the checkout has changes that are not committed:\n{changes}": bool(changes),
        f"the tag v{version} exists": f"v{version}" in tags,
        f'{_CODE} does not say RELEASE = "{version}"': f'RELEASE = "{version}"\n' not in code,
        f"{_CHANGELOG} has no text below ## [{version}] - YYYY-MM-DD": not notes(changelog, version),
        f"{_CHANGELOG} has no section ## [Unreleased]": unreleased is None,
        f"{_CHANGELOG} has entries left in ## [Unreleased]": bool(unreleased and unreleased[1].strip()),
    }
    return [reason for reason, holds in reasons.items() if holds]


def wheel_names(version: str) -> set[str]:
    return {f"{name}-{version}-py3-none-any.whl" for name in ("dynoboard", "dynoboard_agent")}


def _git(*words: str, stdin: str | None = None) -> str:
    done = subprocess.run(["git", *words], check=True, text=True, stdout=subprocess.PIPE, input=stdin)
    return done.stdout.rstrip()


def main(version: str) -> None:
    changelog = _CHANGELOG.read_text("utf-8")
    reasons = problems(
        version,
        changes=_git("status", "--porcelain"),
        tags=_git("tag", "--list").splitlines(),
        code=_CODE.read_text("utf-8"),
        changelog=changelog,
    )
    if reasons:
        sys.exit("Not released:\n- " + "\n- ".join(reasons))
    subprocess.run(["make", "packages"], check=True)  # builds both wheels (make dist) and measures with them
    wheels = {path.name for path in Path("dist").iterdir()}
    if wheels != wheel_names(version):
        sys.exit(f"Not released: dist/ has {', '.join(sorted(wheels))}")
    if changes := _git("status", "--porcelain"):
        sys.exit(f"Not released: building changed the checkout:\n{changes}")
    message = f"Dynoboard {version}\n\n{notes(changelog, version)}\n"
    _git("tag", "--annotate", "--cleanup=whitespace", "--file=-", f"v{version}", stdin=message)
    print(f"Tagged v{version}. To publish: git push origin v{version}, and attach the wheels in dist/")


if __name__ == "__main__":
    main(*sys.argv[1:])
