"""What the searches are measured beside: other people's libraries, and the plain way in Python."""
