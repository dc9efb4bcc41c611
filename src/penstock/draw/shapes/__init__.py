"""What every picture is made of: a few shapes with roles instead of colours, and writers for each kind of file."""
