"""The load tools on a host: the driver of any of them, and the one execution of it that a trial is."""
