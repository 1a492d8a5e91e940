"""The pieces of the account page: forms, coming in, the profile, and what keeps the account safe."""
