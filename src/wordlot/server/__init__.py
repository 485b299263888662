"""The server: tables by link, over HTTP and sockets, kept in one data folder."""
