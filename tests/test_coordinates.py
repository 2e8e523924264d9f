"""What people read names squares by their coordinates: no other place makes names of its own."""

import re
from pathlib import Path

import ttt_tui

ROOT = Path(ttt_tui.__file__).parent
FOR_PEOPLE = ("analysis", "app", "plain", "session", "puzzles", "cli")
FOR_PROGRAMS = {
    "analysis/review_json.py", "puzzles/text.py", "cli/review.py", "cli/solve.py",
    "cli/explore.py",
}  # fmt: skip
"""The modules that write JSON or records, whose names are the same for everybody."""

BY_HAND = re.compile(r"geometry\.name\b|column_letter|chr\(ord\(|board\.name\b.*square|\{row \+ 1\}")


def test_no_module_for_people_names_squares_as_records_do() -> None:
    found = {}
    for folder in FOR_PEOPLE:
        for path in (ROOT / folder).rglob("*.py"):
            code = [line for line in path.read_text().splitlines() if ">>>" not in line and "..." not in line]
            if hits := [line.strip() for line in code if BY_HAND.search(line)]:
                found[str(path.relative_to(ROOT))] = hits
    assert set(found) <= FOR_PROGRAMS, found
    assert set(found) == FOR_PROGRAMS, "the list names only what is needed"
