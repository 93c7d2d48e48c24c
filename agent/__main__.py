"""`python -m agent`."""

from agent.cli import run

run()
