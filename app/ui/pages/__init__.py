"""The pages, one module for each address; ``register(site)`` adds it to the site."""
