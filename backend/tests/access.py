"""The dashboard's token in tests."""

TOKEN = "the-token-of-the-dashboard-in-tests"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
