"""The registry of knobs in docs/knobs.md; `python -m backend.recipes.knob_page` writes it."""

from agents.catalog.knobs import KNOBS, Knob
from agents.catalog.knobs.sysctl_ranges import MORE
from agents.catalog.knobs.values import describe_values
from backend.resources import DOCS, fill_page

TARGET = DOCS / "knobs.md"
_FAMILIES = {
    "main": "nginx: workers and events",
    "listen": "nginx: the listening socket",
    "http": "nginx: http",
    "tls": "nginx: TLS",
    "upstream": "nginx: connections to backends",
    "raw": "Your own nginx config",
    "origin": "The backend",
    "server": "Builds of the server",
    "pin": "CPUs of whole processes",
    "sysctl": "Kernel settings",
    "irq": "Interrupts",
    "cpu": "CPU frequency",
    "limits": "Limits of processes",
    "load": "The load",
}


def page() -> str:
    families = [_family(name, title) for name, title in _FAMILIES.items()]
    return fill_page(TARGET, {"knobs": "\n".join([*families, _more_sysctls()])})


def _family(name: str, title: str) -> str:
    rows = [_row(knob) for knob in KNOBS.values() if knob.family == name]
    head = "| knob | takes | unset | scope | what it does |\n| --- | --- | --- | --- | --- |"
    return "\n".join([f"## {title}", head, *rows, ""])


def _more_sysctls() -> str:
    head = "## Other kernel settings\nBy their key: `sysctl.` and the name.\n\n| key | from | to |"
    rows = [f"| `{key}` | {low} | {high} |" for key, (low, high) in sorted(MORE.items())]
    return "\n".join([head, "| --- | ---: | ---: |", *rows, ""])


def _row(knob: Knob) -> str:
    needs = [
        f"Only {knob.flavour.capitalize()}." if knob.flavour else "",
        f"From {knob.since} on." if knob.since else "",
        f"Before {knob.until}." if knob.until else "",
        f"Needs the module {knob.module}." if knob.module else "",
        f"See {', '.join(f'`{name}`' for name in knob.see)}." if knob.see else "",
    ]
    cells = [
        f"`{knob.name}`",
        describe_values(knob)
        + (f" ({knob.unit})" if knob.unit and knob.unit not in describe_values(knob) else ""),
        knob.default + (f"; from {knob.default_until} on {knob.later_default}" if knob.default_until else ""),
        knob.scope,
        " ".join([knob.text, *filter(None, needs)]),
    ]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
