"""The pages: what a person sees and taps, and nothing that decides.

Owns the web application, sessions of open pages, style and the guard at the socket. A page shows what
``app.play`` says that it may show, and sends back moves that it was offered. It refuses to know rules,
tables of the database, or any hand but the one on screen.
"""
