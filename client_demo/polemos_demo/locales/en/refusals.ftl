### In English the server says itself what it refuses, and why, with the very values.
