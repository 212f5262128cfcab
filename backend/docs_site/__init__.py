"""What the dashboard says about itself: the docs site under /docs, and the API's reference."""
