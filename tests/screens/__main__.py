"""Writes what the screens read now, to be looked at and committed: `python -m tests.screens`."""

import asyncio

from tests.screens.scenes import FOLDER, SIZES, file_of, scenes
from tests.support.tool import parser_of


async def main() -> None:
    """Write all scenes anew, take away those that are no more, and tell which have changed."""
    before = {path: path.read_text(encoding="utf-8") for path in FOLDER.glob("*/*.txt")}
    for size in SIZES:
        async for scene, text in scenes(size):
            path = file_of(size, scene)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            if before.pop(path, None) != text:
                print(path.relative_to(FOLDER))
    for path in before:
        path.unlink()
        print(path.relative_to(FOLDER), "is no more")


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    asyncio.run(main())
