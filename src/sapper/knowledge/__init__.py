"""What an agent knows about cells, as sentences or clauses, and the conclusions it draws."""
