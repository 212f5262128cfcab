"""Names of files: neither text nor request may lead out of the pages. Each of these once did, or nearly."""

import pytest

from agents.catalog.rules.names import dotless_captures
from agents.policy import check, may_reach_only

REACH = may_reach_only(["127.0.0.1:81"])


def refused(text: str, inside: str = "server") -> list[str]:
    return [str(r) for r in check(text, REACH, inside)[1]]  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    "text",
    [
        "try_files /$args =404;",
        "try_files /$query_string =404;",
        "try_files /..$is_args/..$is_args/etc/passwd =404;",
        "try_files /x$is_args$args =404;",
        "try_files $uri /$is_args$args;",
        "try_files ${arg_a} =404;",
        "try_files $arg_a$uri =404;",
        "try_files $http_x =404;",
        "try_files $cookie_x =404;",
        "try_files $host$uri =404;",
        "try_files $request_uri =404;",
        "try_files $document_root/x =404;",
        "try_files $urix =404;",
        "try_files ${urix} =404;",
        "try_files $uri/../x =404;",
        "try_files $uri. =404;",
        "try_files $uri.. =404;",
        "try_files $uri.$uri =404;",
        "try_files /.$uri/. =404;",
        "try_files /a/.. =404;",
        "try_files /./$uri =404;",
        "try_files x =404;",
        "try_files '' =404;",
        "try_files $uri ../x;",
        "try_files /none $uri;",  # cut at %3F: /..%3Fx becomes /..
        "try_files /none /x$uri;",
        "try_files /none $1.$2;",
        "location ~ ^/a/(.*)$ { try_files /$1 =404; }",
        "set $f /etc/passwd; try_files $f =404;",
        "index ../x;",
        "index $uri;",
        "index /etc/../x;",
        "error_page 404 /$args;",
        "error_page 404 /x$uri;",
        "error_page 404 $uri;",
        "error_page 404 = $http_x;",
        "error_page 404 /../x;",
        "error_page 404 ..;",
        "rewrite ^ /$args break;",
        "rewrite ^ /$http_x last;",
        "rewrite ^ /$is_args..$is_args/x;",
        "rewrite ^ $arg_x;",
        "rewrite ^ ../../x break;",
        "rewrite ^ x$uri break;",
        "rewrite ^/n/(.*)$ /$1 last;",  # (.*) ends before %0A: /n/..%0A becomes /..
        "rewrite ^/n/(.*)$ /$1 break;",
        "rewrite ^/n/([^/]+)x$ /$1 last;",
        "rewrite ^/n/(\\S+)$ /$1 last;",
        "rewrite ^/n/([--9]+)$ /$1 last;",
        "rewrite ^/n/((.*))$ /$2 last;",
        "rewrite ^/n/(?:.*)([0-9]+)(.*)$ /$2 last;",
        "rewrite ^/n/(?<a>.*)$ /$a last;",
        "rewrite ^/n/([0-9]+)$ /$1?$m last;",  # a map's own expression would leave other captures
        "rewrite ^/n/(?<uri>.*)$ /x last;",
        "rewrite ^/([0-9]*)([a-z]*) /.$1.$2/x last;",  # both may be empty
        "rewrite ^/n/(.*)$ /${1} last;",
        "location ~ '(?<document_uri>.*)' { }",
        "location ~ \"(?'uri'.*)\" { }",
        "if ($http_x ~ (?P<uri>.*)) { return 204; }",
        "set $uri /etc;",
        "set $document_uri /etc;",
        "location /i { alias html/; }",  # /i../x becomes html/../x
        "location ^~ /i { alias html/; }",
        "location ~ ^/i/(.*)$ { alias html/$1; }",
        "location /i/ { alias html/$uri; }",
        "location /i/ { alias tls/; }",
        "root .;",
        "root '';",
        "root tls;",
        "root logs;",
        "root html/..;",
        "root html/../tls;",
        "root html/.hidden;",
        "root $document_root;",
        "if (-f /etc/passwd) { return 204; }",
        "if (!-f /etc/passwd) { return 204; }",
        "if (-d $http_x) { return 204; }",
        "if (-e $document_root$http_x) { return 204; }",
        "if (-e $document_root/../x) { return 204; }",
        "if (-e $document_rootx/x) { return 204; }",
        "if (-e $request_filename/etc/passwd) { return 204; }",  # the variable can be empty
        "if (-x html/x) { return 204; }",
        "if ( -f /etc/passwd ) { return 204; }",
        "if ('-f' /etc/passwd) { return 204; }",
        "if (-f /etc/passwd a) { return 204; }",
        "if (-s /etc/passwd) { return 204; }",
        "auth_request /../x;",
        "auth_request /x?/../..;",
        "mirror $http_x;",
        "add_before_body /$args;",
        "auth_basic_user_file /etc/shadow;",
        "auth_basic_user_file $uri;",
    ],
)
def test_no_other_file(text: str) -> None:
    inside = "location" if text.startswith(("add_", "mirror")) else "server"
    assert refused(text, inside), text


@pytest.mark.parametrize(
    "text",
    [
        "try_files $uri $uri/ =404;",
        "try_files $uri $uri/ /index.html;",
        "try_files $uri $uri/ /index.html?$args;",
        "try_files $uri $uri/ /index.php?q=$uri&$args;",
        "try_files /maintenance.html $uri $uri/index.html $uri.html @app; location @app { return 404; }",
        "try_files /cache/${uri}.html /pages$document_uri/index.html =404;",
        "try_files /.well-known$uri =404;",
        "error_page 404 /404.html; error_page 500 502 503 504 /50x.html;",
        "error_page 404 =200 /empty.gif; error_page 403 = @f; location @f { return 204; }",
        "error_page 404 /missing?from=$request_uri; error_page 403 http://example.org/$uri;",
        "rewrite ^/old$ /new.html last; rewrite ^ /index.html?path=$uri&$args? break;",
        "rewrite ^/p/(.*)$ /index.html?page=$1 last;",
        "rewrite ^/old/(.*)$ /new/$1 permanent; rewrite ^/o/(.*) https://example.org/$1;",
        "rewrite ^/u/([0-9]+)/([a-z_-]+)$ /users/$1-$2.html last;",
        "rewrite ^/(gif|png)/(\\d+)$ /$2_$1.html last;",
        "location /api/ { rewrite ^/api/(.*)$ /$1 break; proxy_pass http://127.0.0.1:81; }",
        "location ~ \\.(gif|jpe?g)$ { root html/images; expires 30d; }",
        "location /i/ { alias html/images/; }",
        "location /i { alias html/images; }",
        "location = /i { alias html/index.html; }",
        "location ~ ^/only$ { alias html/index.html; }",
        "if (!-f $request_filename) { rewrite ^ /index.html last; }",
        "if (-f $document_root/maintenance.html) { return 503; }",
        "if (-e $document_root$uri.gz) { return 204; }",
        "if (-f $request_filename.gz) { return 204; }",
        "index index.html index.htm /index.php;",
        "root html/;",
    ],
)
def test_ordinary_names(text: str) -> None:
    assert refused(text) == []


def test_captures_pass_on_only_where_nothing_else_sees_them() -> None:
    rewrite = "rewrite ^/api/(.*)$ /$1 break;"
    passed = f"{rewrite} proxy_pass http://127.0.0.1:81;"
    assert check(rewrite, REACH, "location", beside=["proxy_pass"])[1] == []
    assert refused(f"location /a/ {{ {passed} }}") == []
    beside = check(f"{rewrite} mp4;", REACH, "location", beside=["proxy_pass"])[1]
    assert [r.directive for r in beside] == ["rewrite"]
    for opens_files in ("try_files $uri =404;", "flv;", "mp4;", "limit_except GET { deny all; }"):
        assert refused(f"location /a/ {{ {passed} {opens_files} }}")
    assert refused(f"location /a/ {{ {passed} }} location @f {{ root html; }}")
    assert refused(f"location /a/ {{ {passed.replace('break', 'last')} }}")
    assert refused(f"location /a/ {{ {passed.replace('/$1', '/../$1')} }}")


@pytest.mark.parametrize(
    ("regex", "groups"),
    [
        ("^/([0-9]+)/(.*)$", {1}),
        ("(a|b)(\\d{2,4})([a-z_-]*)", {1, 2, 3}),
        ("([^/]+)([a.b])(\\.)(.)(a)", {5}),
        ("([)])([a-z)]+)(x)", set()),
        ("\\((a)\\)", set()),
        ("\\Q(\\E?(.*)", set()),
        ("[[:alpha:]()]*([0-9])(.*)$", set()),
        ("((a))", set()),
        ("(?:a)(b)", set()),
        ("(*UTF8)(b)", set()),
    ],
)
def test_groups_that_cannot_match_a_dot(regex: str, groups: set[int]) -> None:
    assert dotless_captures(regex) == groups


def test_the_line_and_what_to_write_instead_are_said() -> None:
    assert refused("\ntry_files /$args =404;")[0].startswith(
        "line 2: `try_files` is not allowed: which file $args leads to is only known at run time; only $uri"
    )
    assert "write a fixed name here, or =404" in refused("try_files /none $uri;")[0]
    assert "write $request_filename or $document_root/…" in refused("if (-f /x) { break; }")[0]
    assert "write `location /i/`" in refused("location /i { alias html/; }")[0]
