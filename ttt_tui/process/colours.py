"""How many colours are used: a word of the command line, which has to answer before it imports much."""

from enum import StrEnum


class Colours(StrEnum):
    """How many colours are used."""

    AUTO = "auto"
    NONE = "none"
    SIXTEEN = "16"
    MANY = "256"
    TRUECOLOR = "truecolor"
