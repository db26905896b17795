"""Two clients of a Polemos server: the page (`web`) and the terminal (`terminal`)."""
