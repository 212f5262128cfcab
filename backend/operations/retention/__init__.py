"""What is old and wanted by nobody goes: raw outputs, readings, whole experiments."""
