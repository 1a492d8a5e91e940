"""The rules of the game: everything that is true at a table, and nothing else.

Owns cards, settings, the state of a match, which moves are legal and what they do.
Refuses clocks, randomness of its own, storage, text for people and every library
outside the standard one: the same code runs on the server and in a browser.
"""
