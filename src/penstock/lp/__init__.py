"""Linear programs: stated with sparse columns, solved in floating point, made exact afterwards."""
