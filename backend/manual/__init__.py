"""What the dashboard says about itself: the pages of docs/ under /docs, their search, and the API's reference."""
