"""The parts of the set-up page: a draft that knows no page, and the panels that show and change it."""
