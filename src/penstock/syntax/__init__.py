"""Reading, checking and printing the Promela language."""
