"""Variants that set the same under other names; what differs between them is noise."""

import pytest

from agents.catalog.knobs.same_settings import has_same_settings


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({}, {"nginx.worker_processes": 1}),
        ({"nginx.gzip": False}, {"nginx.sendfile": False}),
        ({}, {"tls.on": False, "nginx.client_body_buffer_size": 16384}),
        ({"nginx.multi_accept": True}, {"nginx.multi_accept": True, "origin.instances": 1}),
    ],
)
def test_a_default_is_as_good_as_none(a, b):
    assert has_same_settings(a, "proxied", b, "proxied")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({}, {"nginx.worker_processes": 2}),
        ({}, {"upstream.http11": True}),
        ({}, {"upstream.http11": False}),  # from nginx 1.29.7 on
        ({"nginx.worker_processes": 2}, {"nginx.worker_processes": "auto"}),
        ({}, {"pin.proxy": "0-1"}),
        ({}, {"knob.of.another.release": "x"}),
    ],
)
def test_what_acts_is_a_difference(a, b):
    assert not has_same_settings(a, "proxied", b, "proxied")


def test_a_path_of_requests_is_a_difference():
    assert not has_same_settings({}, "proxied", {}, "direct")


def test_a_knob_without_effect_there_is_none():
    assert has_same_settings({}, "direct", {"nginx.multi_accept": True}, "direct")
