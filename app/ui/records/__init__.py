"""The parts of the records page: totals and charts, the latest matches, files."""
