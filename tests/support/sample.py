"""Positions of games between engines, with what another program found in them; see the README beside this."""

import json
from pathlib import Path
from typing import Any

POSITIONS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("vcf_sample.json").read_text())[
    "positions"
]
"""What the file holds."""
