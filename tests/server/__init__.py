"""Tests of the live server. Most run it within the test, with a clock, dice and names of the test's own."""
