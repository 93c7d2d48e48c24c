"""`python -m app.cli` is `tilewise`."""

from app.cli.main import main

main()
