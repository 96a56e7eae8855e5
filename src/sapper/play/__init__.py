"""A game being played: what every interface shares, and none decides for itself."""
