"""Directives that are settings of another one, which is not there."""

from collections.abc import Iterator

from backend.advice.nginx import every
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import chosen_directives, in_words, knob_of, verb

OWNERS = {
    "limit_req": "limit_req_zone limit_req_status limit_req_log_level limit_req_dry_run",
    "limit_conn": "limit_conn_zone limit_conn_status limit_conn_log_level limit_conn_dry_run",
    "limit_rate": "limit_rate_after",
    "proxy_cache": "proxy_cache_path",
    "aio": "thread_pool worker_aio_requests aio_write",
    "directio": "directio_alignment",
    "set_real_ip_from": "real_ip_header real_ip_recursive",
    "auth_basic": "auth_basic_user_file",
    "auth_request": "auth_request_set",
    "autoindex": "autoindex_format autoindex_exact_size autoindex_localtime",
    "sub_filter": "sub_filter_once sub_filter_types sub_filter_last_modified",
    "gunzip": "gunzip_buffers",
    "charset": "charset_types override_charset",
    "mirror": "mirror_request_body",
    "secure_link": "secure_link_md5",
    "add_before_body": "addition_types",
    "mp4": "mp4_buffer_size mp4_max_buffer_size",
    "map": "map_hash_max_size map_hash_bucket_size",
    "valid_referers": "referer_hash_max_size referer_hash_bucket_size",
}


def find(subject: Subject) -> Iterator[Hit]:
    for owner, settings in OWNERS.items():
        if _is_in_use(subject, owner):
            continue
        names = chosen_directives(subject, settings.split())
        if names:
            text = f"{in_words(names)} {verb(names, 'does', 'do')} nothing: there is no {owner}"
            yield Hit(text, knob_of(names[0]))


def _is_in_use(subject: Subject, owner: str) -> bool:
    return any(args[:1] != ("off",) for args, _ in every(subject.tree, owner))


RULE = Rule(
    code="needs_another",
    severity="warning",
    text="A zone, a pool of threads, a status or a list of types is a setting of another directive. Without "
    "it, nginx accepts the line and never uses it.",
    example="limit_req zone=z; with limit_req_zone $binary_remote_addr zone=z:10m rate=1000000r/s;",
    source="nginx documentation of the modules that the directives belong to",
    find=find,
)
