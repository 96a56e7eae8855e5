"""Games kept between sittings, and what they say about the player."""
