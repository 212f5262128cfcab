"""docs/knobs.md from the registry of knobs; `python -m backend.recipes.knob_page` writes it."""

from pathlib import Path

from agents.catalog.knobs import KNOBS, Knob
from agents.catalog.knobs.sysctl_ranges import MORE
from agents.catalog.knobs.values import describe_values

TARGET = Path(__file__).parents[2] / "docs" / "knobs.md"
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
HEAD = """# Knobs

Everything that a variant can set, under `set:` in a definition or in the form. A knob that is not set keeps
the default of server or host. A value that a host cannot have is an error before launch, with the host and
the reason.

**Hosts.** Settings of a whole host (kernel, interrupts, CPU frequency, limits) act on the proxy's host;
write `load.` or `backend.` before the name for the others: `backend.limits.nofile`. Agents restore them.
Hosts that share a kernel or a network namespace share its settings: two values in one run are an error.

**Kernel settings** without an entry are set by their key, `sysctl.net.ipv4.tcp_early_retrans`. Every agent
takes those of the [list with ranges](#other-kernel-settings). Any other key below `net`, `fs`, `vm` or
`kernel` may weaken a host or cut it off, so its operator allows it by name, `dyno agent --allow-sysctl
safe,net.ipv4.ip_forward`, in any value. The scope *namespace*: each network namespace has the key. *host*:
only the host's own has it, and an agent in a container lacks it.

**Other servers.** `dyno agent --nginx PATH` runs OpenResty, Tengine, Angie or freenginx. Knobs are checked
against what `-V` reports, which is recorded.

**Your own nginx config** in `nginx.conf` replaces the rendered one; the three extras add lines to it.
- `listen $listen;`, `listen 80;` or `listen 443 ssl;` stands for the address that the agent chooses; with
  `ssl` and no certificate named, it adds one.
- `proxy_pass http://$backend;` stands for the testbed's backends, `server $backend;` in your own `upstream`
  for all of them.
- `root html;` has one page, `index.html`, of `origin.body_bytes` bytes. Log, certificate and status page
  are added after your lines, so that line numbers match.
- [nginx directives](nginx-directives.md) lists what a config may say: no other files, no programs, no
  addresses outside the testbed. It holds before launch and again at the agent. A config that two parsers
  read differently is refused.

**TLS.** With `tls.on` the agent makes a self-signed certificate, once for each key type, and checks it by
one handshake, whose protocol and cipher are recorded.

**Delay.** With `origin.delay` each answer waits on a timer inside nginx (1.17.10 or later) and has a
`WWW-Authenticate` header. At 20 ms and 100 connections half of the answers came within 21 ms on a busy
two-core machine; one worker gave 36,000 delayed answers a second.

**Your own servers.** `origin.address` names them, in place of the built-in backend. The agent that talks to
them, the proxy's or in a direct run the load host's, has to be started with them: `dyno agent --origins
10.0.0.5:8080`. Dashboard, broker and other services of a host are never a target.
"""


def page() -> str:
    """The whole page; this file and the registry are its only sources."""
    families = [_family(name, title) for name, title in _FAMILIES.items()]
    return "\n".join([HEAD, *families, _more_sysctls()])


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
