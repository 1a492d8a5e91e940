"""The parts of the friends page."""
