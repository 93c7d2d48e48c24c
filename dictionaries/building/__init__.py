"""From public sources to the shipped lists; see `SOURCES.md`. Never imported by the program itself."""
