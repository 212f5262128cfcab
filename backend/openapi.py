"""Print the OpenAPI document: `python -m backend.openapi`."""

import json

from backend.main import app

if __name__ == "__main__":
    print(json.dumps(app.openapi(), indent=2))
