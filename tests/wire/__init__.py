"""Pages without a browser: what goes over the wire, looked at as it is."""
