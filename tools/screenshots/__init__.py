"""Screenshots of Minesweeper boards, drawn here with their labels: to train and test the reader."""
