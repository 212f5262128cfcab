"""Real nginx: what runs is what the policy has read, whoever sends it and whatever a client asks."""

import http.client
from pathlib import Path

import pytest

from agents import policy
from agents.contract.reports import PreparedSetup
from agents.failure import JobFailed
from agents.proxy.conf import final_conf
from agents.proxy.setups import Setups
from agents.servers.program import Program
from agents.tests.confs import conf, setup


def prepare(setups: Setups, text: str, **more: object) -> PreparedSetup:
    (done,) = setups.prepare([setup("a", text, **more)], lambda: False)
    return done


def fetch(url: str, path: str, **headers: str) -> str:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=20)
    connection.putrequest("GET", path, skip_host=False)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    body = connection.getresponse().read().decode(errors="replace")
    connection.close()
    return body


def refusal(setups: Setups, text: str) -> str:
    """What is said by a check and by a start alike."""
    (checked,) = setups.check([setup("a", text)])
    done = prepare(setups, text)
    assert checked.failure
    assert done.failure
    assert checked.failure.message == done.failure.message
    return done.failure.message


@pytest.mark.parametrize("mark", ["# __STATUS__", "#__LISTEN__", "# see __AGENT__ }"])
def test_no_mark_makes_what_follows_in_a_comment_live(setups: Setups, state: Path, mark: str) -> None:
    """Our lines once took the place of a mark, so that nginx ran what followed it in the comment."""
    target = state / "target" / "file"
    target.parent.mkdir(mode=0o700)
    comment = f"{mark} log_format x y; access_log {target} x;"
    report = prepare(setups, conf(http=f"{comment}\n"))
    assert report.failure is None, report.failure
    assert comment in report.conf
    assert not target.exists()


def test_our_lines_stand_at_the_end_of_http_whatever_comments_say(setups: Setups) -> None:
    text = conf(http='# }\n    add_header X "}";\n    # http { }') + "# }\n"
    done = prepare(setups, text)
    assert done.failure is None, done.failure
    assert done.conf.index("add_header") < done.conf.index("stub_status")
    assert done.conf.rstrip().endswith("# }")


def test_nothing_comes_from_the_paths_that_nginx_was_built_with(setups: Setups) -> None:
    """Said in a location alone, a path leaves nginx's own default to the rest of http."""
    inner = "client_body_temp_path own; access_log logs/inner.log; return 204;"
    text = conf(server=inner).replace("access_log off;", "")
    done = prepare(setups, text)
    assert done.failure is None, done.failure
    (http,) = [d for d in policy.read(done.conf)[0] if d["directive"] == "http"]
    said = {d["directive"]: d["args"] for d in http["block"]}
    assert said["client_body_temp_path"] == ["tmp/client_body"]
    assert said["access_log"] == ["logs/access.log"]


def test_a_text_that_is_not_the_checked_one_does_not_run() -> None:
    checked = setup(text=conf(http="sendfile on;"))
    tree, _ = policy.check(checked.conf, lambda *_: False)
    assert "sendfile on;" in final_conf(checked, tree, "127.0.0.1:1", "/s")
    other = checked.model_copy(update={"conf": conf(http="sendfile off;")})
    with pytest.raises(JobFailed, match="does not say what was checked") as failed:
        final_conf(other, tree, "127.0.0.1:1", "/s")
    assert failed.value.code == "conf_differs"


@pytest.mark.parametrize("address", ["127.0.0.1:1; } server { listen 1", "127.0.0.1:1 ssl", "1 #"])
def test_nor_does_one_that_our_own_lines_would_change(address: str) -> None:
    checked = setup(text=conf())
    tree, _ = policy.check(checked.conf, lambda *_: False)
    with pytest.raises(JobFailed, match="does not say what was checked"):
        final_conf(checked, tree, address, "/s")
    with pytest.raises(JobFailed, match="does not say what was checked"):
        final_conf(checked, tree, "127.0.0.1:1", '/s"; } #')


@pytest.mark.parametrize(
    "changed",
    [
        "sed 's/worker_connections 1024/worker_connections 99/'",
        "sed '$a # configuration file /etc/other.conf:'",
        "sed 's/^# configuration file /&./'",
        "tr -d '\\n'",
    ],
)
def test_nginx_must_have_read_these_bytes_and_one_file(setups: Setups, tmp_path: Path, changed: str) -> None:
    tmp_path.chmod(0o755)  # nginx runs as a user of its own
    real, script_path = setups.servers.default.program.path, tmp_path / "nginx"
    setups.servers.default.program = Program(str(script_path))
    script = f'#!/bin/bash\nset -o pipefail\n"{real}" "$@" | {changed}\n'
    script_path.write_text(script)
    script_path.chmod(0o755)
    (checked,) = setups.check([setup()])
    done = prepare(setups, conf())
    for one in (checked, done):
        assert one.failure
        assert one.failure.code == "conf_differs"
        assert "reads something else" in one.failure.message


SITE = """
    location / { try_files $uri $uri/index.html /index.html?$args; error_page 404 /404.html?$args; }
    location /i/ { alias html/; }
    location /j { alias html/index.html; }
    location /n/ { rewrite ^/n/([0-9]+)$ /$1 last; rewrite ^/n/(.*)$ /index.html?p=$1 last; }
    location /p/ { root html; if (-f $request_filename) { return 200 "there"; } return 404; }
    location = /.. { try_files $uri$uri$uri$uri$uri$uri$uri/etc/hostname $uri/a/0/nginx.conf =404; }
    location ~ \\.(css|js)$ { root html; autoindex on; }
"""
PATHS = """
    /..%3Fx /..%0a /%2e%2e/%2e%2e/etc/hostname
    /x?../../../../../../etc/hostname /i../0/nginx.conf /i/../../0/nginx.conf
    /i/..%2f..%2f0/nginx.conf /i/..%0a /j../0/nginx.conf
    /j/../0/nginx.conf /n/..%0a /n/../../../etc/hostname
    /n/1%0a../../0/nginx.conf /n/..%3F /p/..%2f..%2fetc/hostname
    /p/..%0a/x //..//..//etc/hostname /..%5c..%5cetc/hostname
    /%00../etc/hostname /..%3F.css /n/12?/../../../etc/hostname
    /...%3f/x /.%3f./x /..;/..;/etc/hostname
"""


def test_no_request_reads_outside_the_pages_of_a_text_that_passes(setups: Setups, state: Path) -> None:
    done = prepare(
        setups,
        conf().replace("location / {\n            return", SITE + "location /hello {\n return"),
        pages={"index.html": 500},
    )
    assert done.failure is None, done.failure
    secrets = [Path("/etc/hostname").read_text().strip(), "worker_connections"]
    page = fetch(done.urls[0], "/index.html")
    assert page.startswith("Dynoboard")
    for path in PATHS.split():
        body = fetch(done.urls[0], path, X="../../../../etc/hostname")
        assert body == page or "<center>nginx" in body or body == "there", (path, body)
        assert not [secret for secret in secrets if secret in body.split("<")[0]], path


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("try_files /$args =404;", "/x?../../../../../../../../etc/hostname"),
        ("try_files /..$is_args/..$is_args/..$is_args/..$is_args/etc/hostname =404;", "/"),
        ("rewrite ^ /$args break; root html;", "/x?../../../../../../../../etc/hostname"),
        ("error_page 404 /$args; return 404;", "/x?../../../../../../../../etc/hostname"),
        ("try_files /none $uri; } location = /.. { try_files $uri$uri$uri/etc/hostname =404;", "/..%3Fx"),
        ("rewrite ^/(.*)$ /$1 last; } location = /.. { try_files $uri$uri/etc/hostname =404;", "/..%0a"),
        ("} location /i { alias html/;", "/i../0/nginx.conf"),
        ("if (-f /etc/hostname) { return 200 there; }", "/"),
    ],
)
def test_texts_that_once_read_other_files_are_refused(setups: Setups, text: str, path: str) -> None:
    assert "is not allowed" in refusal(setups, conf(server=text)), path


@pytest.mark.parametrize("name", ["../x", ".hidden", "a/b", "", "a b", "x" * 101, "é", "a\n"])
def test_pages_have_plain_names(setups: Setups, name: str) -> None:
    done = prepare(setups, conf(), pages={name: 1})
    assert done.failure
    assert done.failure.code == "bad_page"


def test_logs_are_kept_small_in_sum_with_what_nginx_prints(
    setups: Setups, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = conf(main="error_log stderr debug;", http="access_log logs/a; access_log logs/b;")
    done = prepare(setups, text.replace("access_log off;", "").replace("error_log logs/error.log warn;", ""))
    assert done.failure is None, done.failure
    monkeypatch.setattr("agents.proxy.setups.MAX_LOG_BYTES", {"memory": 900, "disk": 900})
    place = setups.running_setups(["a"])[0].instances[0].place
    files = (place.logs / "a", place.logs / "b", place.folder / "stderr")
    for path in files:
        with path.open("a") as file:
            file.write("x" * 400)
    setups.limit_logs()
    assert [path.stat().st_size for path in files] == [0, 0, 0]
