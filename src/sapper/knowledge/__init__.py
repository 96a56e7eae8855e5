"""What an agent knows, and how it concludes: sentences about cells."""
