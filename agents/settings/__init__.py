"""Values of a host: read, changed, read back and put back, one small file for each kind."""
