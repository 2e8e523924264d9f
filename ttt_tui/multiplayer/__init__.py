"""A match of people at several terminals of one machine: one process hosts it, the others are its guests.

Nobody needs an account or a port: they meet at a socket in the file system, where the kernel says who is who.
The host's process has the match; its guests see a copy of it, and ask for what they want.
"""
