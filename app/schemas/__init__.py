"""Requests and results: the contract that `/docs` shows.

Requests are checked here and become the plain JSON that a worker gets. Results are written by the workers as
bytes and passed on unparsed, so their models only describe them.

grids       typed boards
pictures    how a picture is read, and what is seen in it
lists       word lists
jobs        what all records of jobs have, and problems
records     the record of any job
levels      what is asked about wheels, layouts and packs
levels_results
            wheels, layouts, packs
wordhunt    what a board is solved with, and its words
wordsearch  what is looked for in a word search, and what one is made of
wordsearch_places
            where its words are
"""
