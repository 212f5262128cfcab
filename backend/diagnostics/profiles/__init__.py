"""What profiles say: CPU time of a request by function and system call, and its difference. Pure."""
