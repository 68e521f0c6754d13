"""Trains Xun's networks from its own games. See README.md beside this package."""
