"""Every table, imported in one place so that migrations and checks see them all."""

from backend.comparisons.models import Comparison
from backend.database import Base
from backend.experiments.models import Experiment, JobRow, Lease
from backend.hosts.models import Host
from backend.imports.models import ImportText
from backend.runs.models import Run, Trial
from backend.samples.models import SampleSeries
from backend.testbeds.models import Testbed, TestbedRole

__all__ = [
    "Base",
    "Comparison",
    "Experiment",
    "Host",
    "ImportText",
    "JobRow",
    "Lease",
    "Run",
    "SampleSeries",
    "Testbed",
    "TestbedRole",
    "Trial",
]
