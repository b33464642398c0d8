"""All rings of tests, and the stand-in that they share."""
