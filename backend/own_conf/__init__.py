"""An nginx.conf of one's own as the baseline of an experiment, with everything that becomes of it. Pure."""
