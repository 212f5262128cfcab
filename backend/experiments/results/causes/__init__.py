"""What causes/ finds in the rows of an experiment."""
