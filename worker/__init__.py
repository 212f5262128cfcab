"""Celery on the control side: thin tasks; the rules live in the backend."""
