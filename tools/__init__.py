"""Commands for those who work on the product; nothing here is shipped."""
