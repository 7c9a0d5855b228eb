"""What people upload: checked in a process beside the server, within limits of size, time and number."""
