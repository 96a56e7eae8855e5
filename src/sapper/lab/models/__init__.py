"""A benchmark of reasoning: who plays states a reason for each move, and the checker judges it."""
