"""The example shown before there is a result of one's own: a write-up's published trials. Pure."""

from backend.imports.schemas import ImportIn

TAG = "example"
NAME = "Example: pinned against unpinned, as published"
SOURCE = "A loopback test of nginx on a two-socket ARM server, weighttp, five trials each"
NOTES = """Figures of a published write-up, trial by trial: nginx and the load tool on CPUs of their own
(*cores*) or anywhere (*none*), by the number of workers and by where the access log goes. Two slow
unpinned trials decide two of its means, which is why every trial is drawn here, and why *unclear* is said
where it is.

Delete it when you have results of your own."""
FACTORS = {
    "workers": {"16": {"worker_processes": "16"}, "22": {"worker_processes": "22"}},
    "pin": {"none": {}, "cores": {"pin.load": "32-63"}},
    "log": {
        "off": {"access_log": "off"},
        "memory": {"access_log": "memory"},
        "disk": {"access_log": "disk"},
    },
}
# workers, pin, log; the printed mean; req/s of its trials. 22 workers with the log on disk were not measured.
TRIALS = (
    ("16", "none", "off", 274687.4, (248677, 279867, 290159, 270982, 283741)),
    ("16", "none", "memory", 260443, (277621, 258456, 260107, 252588, 253443)),
    ("16", "none", "disk", 246551, (240303, 254572, 266540, 229249, 242094)),
    ("16", "cores", "off", 285948, (285713, 282235, 286919, 285477, 289397)),
    ("16", "cores", "memory", 277754, (274568, 278908, 283300, 274235, 277759)),
    ("16", "cores", "disk", 267241, (266764, 269377, 264932, 267018, 268114)),
    ("22", "none", "off", 276899, (300276, 285604, 219688, 283422, 295507)),
    ("22", "none", "memory", 257655, (282196, 300277, 259707, 198777, 247318)),
    ("22", "cores", "off", 347540, (354322, 343963, 346928, 349629, 342861)),
    ("22", "cores", "memory", 329009, (334128, 323585, 328500, 329572, 329261)),
)


def example() -> ImportIn:
    body = {
        "name": NAME,
        "source": SOURCE,
        "notes": NOTES,
        "workloads": [{"tool": "weighttp", "threads": 50, "connections": 100, "requests": 3_000_000}],
        "baseline": "workers 16 · pin none · log off",
        "factors": FACTORS,
        "runs": [
            {
                "topology": "proxy_only",
                "factors": {"workers": workers, "pin": pin, "log": log},
                "trials": [{"figures": {"requests_per_s": rate}} for rate in rates],
                "published": {"requests_per_s": mean},
            }
            for workers, pin, log, mean, rates in TRIALS
        ],
    }
    return ImportIn.model_validate(body)
