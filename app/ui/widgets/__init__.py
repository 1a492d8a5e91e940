"""The parts of the table. Each is made once, then changed in place by what is new in a view.

A widget owns its elements, shows what the view says and computes no rule: what may be done is asked of the
view or of the live table. None of them knows the size of the page; static/css/table/ lays everything out.

    places.py      where seats sit round the table
    seats.py       portraits, names, card counts, turn
    ring.py        colour in play, direction, the piles' counts, the waiting penalty
    hand.py        the layer of cards: the hand on screen and the discard pile
    controls.py    the buttons of the moment and the line that says what is asked
    moments.py     what has just happened, shown where it happened
    choices.py     the colour of a wild, the seat of a swap, a hand shown by a challenge
    log.py         everything that has happened
    rules_panel.py the rules in force
    menu.py        the menu and the help sheet
    hand_over.py   the cover of a shared device
    results.py     the end of a round and of the match
    chart.py       scores over the rounds as a drawing
"""
