"""nginx texts for the tests, as the control plane would render them."""

from agents.contract.jobs import NginxSetup


def conf(main: str = "", http: str = "", server: str = 'return 200 "hello\\n";', listen: str = "") -> str:
    return f"""{main}
error_log logs/error.log warn;
events {{
    worker_connections 1024;
}}
http {{
    access_log off;
    {http}
    server {{
        listen $listen{listen};
        location / {{
            {server}
        }}
    }}
}}
"""


def setup(key: str = "a", text: str | None = None, **more: object) -> NginxSetup:
    return NginxSetup.model_validate({"key": key, "role": "proxy", "conf": text or conf(), **more})
