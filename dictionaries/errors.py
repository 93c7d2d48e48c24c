"""What can go wrong with a word list; each error has a `hint` that says what to do next.

DictionaryError
├── NoSuchDictionary (LookupError)   no list of that name or hash here
├── NoSuchLanguage (LookupError)     no alphabet is known for that language
├── NoSuchModel (LookupError)        a language model that is not installed
├── BadLanguage (ValueError)         a language's folder that cannot be used
├── BadName (ValueError)             a list cannot be called that
├── NameTaken (ValueError)           the name belongs to another list
├── BadList (ValueError)             a file that is no word list, or holds no usable word
└── DamagedList (ValueError)         stored bytes that are no longer what they were
"""


class DictionaryError(Exception):
    """Base of all; `str(error)` is a sentence for the user."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class NoSuchDictionary(DictionaryError, LookupError):
    pass


class NoSuchLanguage(DictionaryError, LookupError):
    pass


class NoSuchModel(DictionaryError, LookupError):
    pass


class BadLanguage(DictionaryError, ValueError):
    pass


class BadName(DictionaryError, ValueError):
    pass


class NameTaken(DictionaryError, ValueError):
    pass


class BadList(DictionaryError, ValueError):
    pass


class DamagedList(DictionaryError, ValueError):
    pass
