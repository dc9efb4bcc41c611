"""What variables may hold at each place of each process."""
