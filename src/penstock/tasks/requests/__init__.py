"""What can be asked for.  These records import nothing that takes time: faces read them before there is work."""
