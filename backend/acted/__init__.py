"""Did a setting act? Pure: what a run shows of each setting that its baseline does not have."""
