"""The parts of a replay: the open hands, the moments as a list, the controls, the link to share."""
