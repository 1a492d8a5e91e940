"""The parts of the pages for playing online: coming in, the waiting room, and what a table has besides cards there."""
