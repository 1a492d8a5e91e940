"""Fair deals: what is shown of a round's seed while it runs, and the page on which a deal is checked."""
