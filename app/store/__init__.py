"""What outlasts the process: devices, running tables with their moves, finished matches.

Owns the database, its one writer, its migrations and copies. Refuses to know any rule of the game:
rule sets, seats, snapshots, moves and records are texts that the caller makes and reads.

    errors.py      what can go wrong, for callers to name
    models.py      the tables
    db.py          connections, the writer thread, reads
    upkeep.py      checking, migrating, copying and restoring the database
    games.py       `GameStore`, everything the rest of the product asks for
"""
