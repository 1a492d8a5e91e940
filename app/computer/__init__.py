"""Computer players: each chooses a move from what a person in its seat could see.

Owns the choice alone. Refuses the state of the table, clocks and pace: a computer gets a
``TableView`` made for its seat, a random generator, and gives back one of the view's
legal moves.
"""
