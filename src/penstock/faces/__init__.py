"""What people and programs see of Penstock."""
