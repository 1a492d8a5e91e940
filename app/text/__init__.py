"""Sentences for people: cards, events, refusals and house rules in English, Japanese and Thai.

Owns every wording that belongs to the game itself. Knows nothing of pages: it takes a
``Translator`` and plain values, and gives text. There is no current language; whoever
asks says in which language.
"""
