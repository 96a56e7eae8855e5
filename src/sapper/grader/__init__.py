"""The grader: judges solutions of the course's project, and shows where they go wrong."""
