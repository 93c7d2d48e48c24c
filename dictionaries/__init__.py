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
    NoSuchModel,
)
from dictionaries.feedback import MOST_HEARD, Feedback, Tally, fold_reports
from dictionaries.feedback_files import add_feedback, clear_feedback, read_feedback
from dictionaries.fitness import Fitness, Tagger
from dictionaries.importing import files_in, import_list, read_files, read_list, read_words
from dictionaries.language import Language, language, languages
from dictionaries.lookup import Looked, WordIndex
from dictionaries.places import default_data_dir
from dictionaries.rude import rude_words
from dictionaries.shelf import check_name, find, listed, remove
from dictionaries.storing import store
from dictionaries.travel import TravelledList, pack_list, pack_words_of, unpack_list
from dictionaries.verdicts import Reason, Verdict
from dictionaries.word_list import WordList
from dictionaries.wordle import WordleGame, wordle_game
from dictionaries.wordle_trees import wordle_tree

__all__ = [
    "MOST_HEARD",
    "BadLanguage",
    "BadList",
    "BadName",
    "DamagedList",
    "Dictionary",
    "DictionaryError",
    "Feedback",
    "Fitness",
    "Language",
    "Looked",
    "NameTaken",
    "NoSuchDictionary",
    "NoSuchLanguage",
    "NoSuchModel",
    "Reason",
    "Tagger",
    "Tally",
    "TravelledList",
    "Verdict",
    "WordIndex",
    "WordList",
    "WordleGame",
    "add_feedback",
    "check_name",
    "clear_feedback",
    "content_hash",
    "default_data_dir",
    "files_in",
    "find",
    "fold_reports",
    "import_list",
    "language",
    "languages",
    "listed",
    "pack_list",
    "pack_words_of",
    "rarity",
    "read_feedback",
    "read_files",
    "read_list",
    "read_words",
    "remove",
    "rude_words",
    "store",
    "unpack_list",
    "wordle_game",
    "wordle_tree",
]
