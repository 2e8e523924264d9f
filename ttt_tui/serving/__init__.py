"""A server with a lobby, for people who have no account on the machine: they come by SSH or with a browser.

One process has the lobby, the games and the accounts; each visitor's program is a process of its own, forked
from one that has imported everything, confined, and connected over sockets that were made for it.
"""
