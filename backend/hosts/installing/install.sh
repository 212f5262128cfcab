#!/bin/sh
# Installs Dynoboard's agent on this host, or brings it up to date, starts it, and waits until it is let in:
#   (curl -fsS DASHBOARD/agent/install.sh || echo exit 1) | DYNO_AGENT_TOKEN=... sh -s -- --server DASHBOARD --roles load,proxy
#   ... | sh -s -- --upgrade     brings an agent that was installed so up to date, with all its settings
#
# This text is the same for everybody: nothing of a request is in it. What it was given is checked letter by
# letter before it is used. It needs Python 3.11 to 3.14 with venv, and reaches nothing but the dashboard.
# As root it installs below /opt/dynoboard-agent, else below ~/.dyno/agent-program. A failed run leaves what
# was there before. Docs: hosts.md on the dashboard.
set -eu
umask 077

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install: %s\n' "$1" >&2
  shift
  for line; do printf '  %s\n' "$line" >&2; done
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# allow OPTION TEXT LETTERS: end unless TEXT has only these letters (a shell's bracket expression)
allow() {
  case $2 in
    '') fail "$1 is empty" ;;
    *[!$3]*) fail "$1 has letters that it cannot have" ;;
  esac
}
# The same for what becomes an argument of the agent: it must not look like an option.
allow_value() {
  case $2 in -*) fail "$1 has letters that it cannot have" ;; esac
  allow "$@"
}

read_options() {
  server='' ca='' roles='' name='' address='' insecure='' upgrade=''
  while [ $# -gt 0 ]; do
    case $1 in
      --insecure-network) insecure=1; shift; continue ;;
      --upgrade) upgrade=1; shift; continue ;;
      --server | --ca-sha256 | --roles | --name | --address) [ $# -gt 1 ] || fail "$1 needs a value" ;;
      *) fail "an option is not known; --server, --ca-sha256, --roles, --name, --address, --insecure-network, --upgrade are" ;;
    esac
    case $1 in
      --server) allow_value "$1" "$2" ']A-Za-z0-9.:/_%[-'; server=${2%/} ;;
      --ca-sha256) allow_value "$1" "$2" 'A-Fa-f0-9:'; ca=$2 ;;
      --roles) allow_value "$1" "$2" 'a-z,'; roles=$2 ;;
      --name) allow_value "$1" "$2" 'A-Za-z0-9._-'; name=$2 ;;
      --address) allow_value "$1" "$2" 'A-Za-z0-9.:-'; address=$2 ;;
    esac
    shift 2
  done
  if [ -n "$upgrade" ]; then read_settings; fi
  if [ -z "$server" ] || [ -z "$roles" ]; then fail 'say --server and --roles: the Hosts page of the dashboard shows the whole line'; fi
  case $server in http://* | https://*) ;; *) fail '--server begins with http:// or https://' ;; esac
  token=${DYNO_AGENT_TOKEN:-}
  unset DYNO_AGENT_TOKEN
  [ -z "$token" ] || allow DYNO_AGENT_TOKEN "$token" 'A-Za-z0-9_-'
}

# What an earlier run has written down; it stays as it is, with what was added to it by hand.
read_settings() {
  [ -z "$server$ca$roles$name$address" ] || fail '--upgrade takes no other options: the settings of this host stay'
  [ -r "$settings" ] || fail "there is no $settings that can be read, so there is no agent to upgrade" 'add this host by the line on the Hosts page; an agent in a container is upgraded with its image'
  server=$(setting DYNO_SERVER) ca=$(setting DYNO_CA_SHA256) roles=$(setting DYNO_ROLES)
  allow_value DYNO_SERVER "$server" ']A-Za-z0-9.:/_%[-'
  [ -z "$ca" ] || allow_value DYNO_CA_SHA256 "$ca" 'A-Fa-f0-9:'
}
setting() { sed -n "s/^$1=//p" "$settings" | tail -n 1; }

find_places() {
  if [ "$(id -u)" = 0 ]; then
    root=/opt/dynoboard-agent state=/var/lib/dynoboard-agent settings=/etc/dynoboard/agent.env
  else
    root=$HOME/.dyno/agent-program state=$HOME/.dyno/agent settings=$HOME/.dyno/agent.env
  fi
  unit=/etc/systemd/system/dynoboard-agent.service
  systemd=''
  if [ "$(id -u)" = 0 ] && [ -d /run/systemd/system ]; then systemd=1; fi
}

distribution() {
  # shellcheck disable=SC1091 # it is not there when this is checked
  [ ! -r /etc/os-release ] || ( . /etc/os-release; printf ' %s %s ' "${ID:-}" "${ID_LIKE:-}" )
}

how_to_get_python() {
  case $(distribution) in
    *' debian '* | *' ubuntu '*) say 'apt-get install python3 python3-venv' ;;
    *' fedora '*) say 'dnf install python3.12    (Fedora: dnf install python3)' ;;
    *' rhel '*) say 'dnf install python3.12' ;;
    *' suse '* | *' opensuse '*) say 'zypper install python311' ;;
    *' arch '*) say 'pacman -S python' ;;
    *' alpine '*) say 'Alpine has no glibc, which the packages need: use the container of the agent instead' ;;
    *) say 'install Python 3.11 to 3.14 with its module venv' ;;
  esac
}

find_python() {
  without_venv=''
  for candidate in python3 python3.13 python3.12 python3.11 python3.14; do
    "$candidate" -I -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null || continue
    if "$candidate" -I -c 'import ensurepip, ssl, venv' 2>/dev/null; then
      python=$(command -v "$candidate")
      return
    fi
    without_venv=$candidate
  done
  [ -z "$without_venv" ] || fail "$without_venv is here without its module venv. Install it, then run the line again:" "$(how_to_get_python)"
  fail 'Python 3.11 to 3.14 is missing. Install it, then run the line again:' "$(how_to_get_python)"
}

# What this host needs, from the dashboard alone, into the folder $1: every file is compared with its digest.
fetch() {
  "$python" -I - "$server" "$ca" "$1" <<'END'
import hashlib, pathlib, platform, re, ssl, sys, time, urllib.error, urllib.request

server, pin, folder = sys.argv[1], sys.argv[2].replace(":", "").lower(), pathlib.Path(sys.argv[3])
MOST = 64 * 1024 * 1024
PATIENCE_S = 600


def end(text):
    sys.exit(f"install: {text}")


def opener(context):
    return urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
    )


def get(through, path):
    deadline, told = time.monotonic() + PATIENCE_S, False
    while True:
        answer, detail = get_once(through, path)
        if answer is not None:
            return answer
        if time.monotonic() > deadline:
            end(f"{server} is busy for 10 minutes: {detail}")
        if not told:
            print(f"{detail} ...", flush=True)
            told = True
        time.sleep(2)


# The answer, or None and why the dashboard is busy
def get_once(through, path):
    try:
        with through.open(server + path, timeout=60) as answer:
            return answer.read(MOST), ""
    except urllib.error.HTTPError as error:
        said = error.read(4096).decode(errors="replace")
        found = re.search(r'"detail"\s*:\s*"((?:[^"\\]|\\.)*)"', said)
        if error.code == 503 and error.headers.get("Retry-After"):
            return None, found[1] if found else "the dashboard is busy"
        end(f"{server} answered {error.code}: {found[1] if found else path}")
    except (OSError, ValueError) as error:
        end(f"{server} cannot be reached from here: {getattr(error, 'reason', error)}")


def trusted():
    if not server.startswith("https:") or not pin:
        return ssl.create_default_context()
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    ca = get(opener(anybody), "/api/v1/agent/ca").decode(errors="replace")
    try:
        shown = hashlib.sha256(ssl.PEM_cert_to_DER_cert(ca)).hexdigest()
    except ValueError:
        shown = "(none)"
    if shown != pin:
        end(f"{server} shows a CA with the fingerprint {shown}, not the one asked for: nothing was installed")
    return ssl.create_default_context(cadata=ca)


if platform.libc_ver()[0] != "glibc":
    end("this system has no glibc, which the packages need: use the container of the agent instead")
through = opener(trusted())
tag = f"cp{sys.version_info[0]}{sys.version_info[1]}-{platform.machine()}"
sums = get(through, f"/agent/wheels/{tag}").decode("ascii")
lines = []
for line in sums.splitlines():
    found = re.fullmatch(r"([0-9a-f]{64})  ([A-Za-z0-9_.+-]+\.whl)", line)
    if not found:
        end(f"{server} sent a list of packages that cannot be read")
    digest, file = found.groups()
    content = get(through, f"/agent/wheels/{file}")
    if hashlib.sha256(content).hexdigest() != digest:
        end(f"{file} does not have the digest that {server} names: nothing was installed")
    (folder / file).write_bytes(content)
    lines.append(f"./{file} --hash=sha256:{digest}")
(folder / "requirements.txt").write_text("\n".join(lines) + "\n")
END
}

# Into a folder of its own, named after its content; `current` leads there once everything is in it.
install_release() {
  work=$(mktemp -d)
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  say "Fetching the agent from $server ..."
  fetch "$work"
  release=$root/releases/$({ cat "$work/requirements.txt"; say "$python"; } | sha256sum | cut -c 1-16)
  if [ ! -f "$release/complete" ]; then
    say "Installing into $release ..."
    rm -rf "$release"
    mkdir -p "$root/releases"
    chmod 755 "$root" "$root/releases"
    ( umask 022
      "$python" -I -m venv "$release"
      cd "$work"
      "$release/bin/python" -I -m pip install --quiet --disable-pip-version-check --no-index --no-deps \
        --no-cache-dir --require-hashes -r requirements.txt ) || fail 'the packages could not be installed: see above'
    "$release/bin/dyno-agent" --version >/dev/null || fail 'the agent that was installed does not start'
    : >"$release/complete"
  fi
}

clean_up() {
  status=$?
  rm -rf "$work"
  if [ -n "${release:-}" ] && [ ! -f "$release/complete" ]; then rm -rf "$release"; fi
  rmdir "$root/releases" "$root" 2>/dev/null || true
  exit "$status"
}

use_release() {
  "$python" -I -c 'import os, sys
new = sys.argv[2] + ".new"
if os.path.lexists(new): os.unlink(new)
os.symlink(sys.argv[1], new)
os.replace(new, sys.argv[2])' "$release" "$root/current"
}

remove_other_releases() {
  for other in "$root/releases"/*; do
    [ "$other" = "$release" ] || rm -rf "$other"
  done
}

# What the agent starts with; the token stands there only until it is let in.
write_settings() {
  mkdir -p "${settings%/*}"
  options=''
  [ -z "$name" ] || options="--name $name"
  [ -z "$address" ] || options="$options --address $address"
  {
    say "DYNO_SERVER=$server"
    say "DYNO_CA_SHA256=$ca"
    say "DYNO_ROLES=$roles"
    say "DYNO_INSECURE_NETWORK=$insecure"
    say "DYNO_AGENT_OPTIONS=\"$options\""
    [ -z "$1" ] || say "DYNO_AGENT_TOKEN=$1"
  } >"$settings.new"
  mv -f "$settings.new" "$settings"
}

write_start() {
  {
    say '#!/bin/sh'
    say '# Starts the agent of this host with what install.sh has written down.'
    say "set -a; . '$settings'; set +a"
    say '# shellcheck disable=SC2086 # a list of words'
    say "exec '$root/current/bin/dyno-agent' --server \"\$DYNO_SERVER\" --roles \"\$DYNO_ROLES\" --state '$state' \$DYNO_AGENT_OPTIONS"
  } >"$root/start.new"
  chmod 700 "$root/start.new"
  mv -f "$root/start.new" "$root/start"
}

is_ours() { [ -r "/proc/$1/cmdline" ] && tr '\0' ' ' <"/proc/$1/cmdline" | grep -qF "$root/"; }

stop_agent() {
  pid=$(cat "$root/pid" 2>/dev/null || true)
  case $pid in '' | *[!0-9]*) return ;; esac
  is_ours "$pid" || return 0
  kill "$pid"
  tries=0
  while is_ours "$pid" && [ $tries -lt 150 ]; do sleep 0.2; tries=$((tries + 1)); done
}

start_agent() {
  if [ -n "$systemd" ]; then
    cp "$release"/lib/python3*/site-packages/agents/systemd/dynoboard-agent.service "$unit"
    chmod 644 "$unit"
    systemctl daemon-reload
    systemctl enable --quiet dynoboard-agent
    since=$(date '+%Y-%m-%d %H:%M:%S')
    systemctl restart dynoboard-agent
    return
  fi
  stop_agent
  cd /
  : >"$root/log"
  setsid "$root/start" >>"$root/log" 2>&1 </dev/null &
  say $! >"$root/pid"
}

said() {
  if [ -n "$systemd" ]; then journalctl --quiet --output cat --unit dynoboard-agent --since "$since"; else cat "$root/log"; fi
}
lives() {
  if [ -n "$systemd" ]; then
    systemctl --quiet is-active dynoboard-agent
  else # our own child; its command line is this shell's until it has become the agent
    case $(sed 's/.*) //' "/proc/$(cat "$root/pid")/stat" 2>/dev/null) in '' | [ZX]*) return 1 ;; esac
  fi
}

# Until the agent says that it is in, or what keeps it out.
wait_until_let_in() {
  tries=0
  while [ $tries -lt 150 ]; do
    if said | grep -q ' enrolled as '; then
      [ -n "$upgrade" ] || write_settings ''
      [ -z "$upgrade" ] || say "It is $("$root/current/bin/dyno-agent" --version) now"
      say "This host is in: look at the Hosts page of $server"
      return
    fi
    if said | grep -q 'waiting for approval'; then
      say "The agent runs, and waits until somebody approves it on the Hosts page of $server"
      return
    fi
    if said | grep -q 'refuses this agent'; then fail 'the dashboard refuses this agent; it keeps asking:' "$(said | grep 'refuses this agent' | tail -n 1)"; fi
    lives || fail 'the agent ended. It said:' "$(said | tail -n 5)"
    sleep 0.2
    tries=$((tries + 1))
  done
  fail 'the agent runs, but is not let in yet. It said:' "$(said | tail -n 3)"
}

main() {
  find_places
  read_options "$@"
  if [ -z "$token" ] && [ ! -f "$state/credentials.json" ]; then
    fail 'an enrolment token is needed at first: DYNO_AGENT_TOKEN=...; the Hosts page shows the whole line'
  fi
  find_python
  install_release
  use_release
  [ -n "$upgrade" ] || write_settings "$token"
  write_start
  start_agent
  remove_other_releases
  wait_until_let_in
  if [ -n "$systemd" ]; then
    say 'It starts with this host: systemctl status dynoboard-agent'
  else
    say "There is no systemd here, so it does not start with this host by itself; this starts it: setsid $root/start &"
    say "Its log is $root/log"
  fi
}

main "$@"
