"""What the dashboard says about itself: docs/ under /docs with its search, and the API's reference."""
