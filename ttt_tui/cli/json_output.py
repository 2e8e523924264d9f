"""JSON on standard output, for programs: it means the same whatever can be written there."""

import json
import sys


def print_json(data: object, indent: int | None = 2) -> None:
    """Print data as JSON; characters that the output's encoding lacks are escaped."""
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(data, indent=indent)
    print(text)
