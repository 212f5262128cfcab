"""Changes on this host that are not put back yet: on disk before the change, read first at each start."""
