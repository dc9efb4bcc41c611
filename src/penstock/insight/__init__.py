"""What stands where in a text, for whoever edits it: records and plain functions over a reading."""
