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
    "pin": "CPUs of whole processes",
    "sysctl": "Kernel settings",
    "irq": "Interrupts",
    "cpu": "CPU frequency",
    "limits": "Limits of processes",
}
HEAD = """# Knobs

Everything that a variant can set, under `set:` in a definition or in the form of a new experiment. A
knob that is not set leaves the default of the server or host, and is not written into
nginx.conf. A value that a host cannot have is an error before launch, with the host and the reason.

**Hosts.** Settings of a whole host (kernel, interrupts, CPU frequency, limits) act on the proxy's host;
with `load.` or `backend.` before the name they act on the others: `load.sysctl.net.ipv4.ip_local_port_range`,
`backend.limits.nofile`. They are changed for the runs that ask for them and put back afterwards. Hosts
that share a kernel or a network namespace share its settings: two values in one run are an error.

**Kernel settings** without an entry below are set by their key, `sysctl.net.ipv4.tcp_early_retrans`.
Those of the [list with ranges](#other-kernel-settings) are taken by every agent. Any other key below
`net`, `fs`, `vm` or `kernel` may weaken a host or cut it off (forwarding, redirects, hardening). Its
operator allows it by name, `dyno agent --allow-sysctl safe,net.ipv4.ip_forward`, in any value. A key
with the scope *namespace* exists in each network namespace, one with the scope *host* only in the host's
own: an agent in a container lacks it.

**Other servers.** `dyno agent --nginx PATH` runs OpenResty, Tengine, Angie or freenginx instead of
nginx. The version and modules that `-V` reports are recorded, and knobs are checked against it.

**Your own nginx config** in `nginx.conf` replaces the rendered one; the three extras add lines to the
rendered one.
- `listen $listen;`, or plainly `listen 80;` or `listen 443 ssl;`, stands for the address that the agent
  chooses. It adds a certificate when the text listens with `ssl` and names none.
- `proxy_pass http://$backend;` stands for the testbed's backends, `server $backend;` in your own
  `upstream` for all of them.
- `root html;` has one page, `index.html`, of `origin.body_bytes` bytes. Log, certificate and status
  page are added after your lines, so that line numbers in messages match your config.
- What a config may say is a list: [nginx directives](nginx-directives.md). No other files, no programs, no
  addresses outside the testbed. The list holds before launch and again at the agent; a refusal names line,
  directive and what to write instead. A config that two parsers read differently is refused too.

**TLS.** `tls.on` makes the server under test listen with TLS. Its agent makes a self-signed
certificate, once for each key type, and does one handshake to check that it is served; protocol and
cipher are recorded with the run.

**Delay.** With `origin.delay` each answer waits on a timer inside nginx, without a connection or a
worker waiting for it. At 20 ms and 100 connections half of the answers came within 21 ms on a busy
two-core machine; one worker gave 36,000 delayed answers a second. It needs nginx 1.17.10, and adds a
`WWW-Authenticate` header to the answer.

**Your own servers.** `origin.address` names them; the built-in backend is then not
started. The agent that talks to them, the proxy's or in a direct run the load host's, must have been
started with them: `dyno agent --origins 10.0.0.5:8080`. The dashboard, the broker and other services of
a host are never a target.
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
        knob.default,
        knob.scope,
        " ".join([knob.text, *filter(None, needs)]),
    ]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
