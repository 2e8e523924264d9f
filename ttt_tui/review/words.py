"""Words for numbers, which the sentences about positions share with those about matches."""

_NUMBERS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty
""".split()  # noqa: SIM905 -- twenty-one literals would each take a line


MOST_SPELLED = len(_NUMBERS) - 1
"""Larger numbers stay digits."""


def spelled(number: int) -> str:
    """Return `five` for 5; from 0 to 20."""
    return _NUMBERS[number]


def in_a_row(line_length: int) -> str:
    """Return `five in a row` for 5."""
    return f"{spelled(line_length)} in a row"


def plies(count: int | None) -> str:
    """Return a number of plies in words: `1 ply`, `3 plies`, `some plies` if it is not known."""
    if count is None:
        return "some plies"
    return f"{count} {'ply' if count == 1 else 'plies'}"
