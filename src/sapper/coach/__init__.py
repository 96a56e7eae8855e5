"""What somebody's games say about their play, and positions to practise what they overlook."""
