"""Tests of the server over real sockets and real databases."""
