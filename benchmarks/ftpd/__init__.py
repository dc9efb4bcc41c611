"""The example FTP server beside three that are used everywhere."""
