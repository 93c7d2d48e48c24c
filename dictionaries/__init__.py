"""Word lists: which there are, what they hold, and how to bring one's own. See `SOURCES.md`.

find("en").size                         254319, known without reading the list
list(find("en").words())                every word, sorted, folded to the alphabet
find("022cec68786e")                    a list by its content hash
"""

from dictionaries.dictionary import Dictionary, content_hash, rarity
from dictionaries.errors import (
    BadLanguage,
    BadList,
    BadName,
    DamagedList,
    DictionaryError,
    NameTaken,
    NoSuchDictionary,
    NoSuchLanguage,
)
from dictionaries.importing import WordList, import_list, read_list, read_words, store
from dictionaries.language import Language, language, languages
from dictionaries.lookup import Looked, WordIndex
from dictionaries.places import default_data_dir
from dictionaries.rude import rude_words
from dictionaries.shelf import check_name, find, listed, remove
from dictionaries.travel import TravelledList, pack_list, pack_words_of, unpack_list
from dictionaries.wordle import WordleGame, wordle_game

__all__ = [
    "BadLanguage",
    "BadList",
    "BadName",
    "DamagedList",
    "Dictionary",
    "DictionaryError",
    "Language",
    "Looked",
    "NameTaken",
    "NoSuchDictionary",
    "NoSuchLanguage",
    "TravelledList",
    "WordIndex",
    "WordList",
    "WordleGame",
    "check_name",
    "content_hash",
    "default_data_dir",
    "find",
    "import_list",
    "language",
    "languages",
    "listed",
    "pack_list",
    "pack_words_of",
    "rarity",
    "read_list",
    "read_words",
    "remove",
    "rude_words",
    "store",
    "unpack_list",
    "wordle_game",
]
