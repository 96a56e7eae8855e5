"""Play and practice line by line, in sentences.

Made for screen readers and scripts: it reads what is typed or piped in, and answers in plain text
without drawing, colour or control codes.
"""
