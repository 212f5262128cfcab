"""What diagnostics saw of runs, for pages, files and headlines; the arithmetic is in backend/diagnostics."""
