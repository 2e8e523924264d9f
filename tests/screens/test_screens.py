"""What each screen reads at each size is what the files beside say; `python -m tests.screens` writes them."""

from difflib import unified_diff

import pytest

from tests.screens.scenes import FOLDER, SIZES, file_of, scenes


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_screens_read_as_they_should(size: tuple[int, int]) -> None:
    wrong = []
    kept = set(FOLDER.glob(f"{size[0]}x{size[1]}/*.txt"))
    async for scene, text in scenes(size):
        path = file_of(size, scene)
        expected = path.read_text(encoding="utf-8") if path in kept else ""
        kept.discard(path)
        name = str(path.relative_to(FOLDER))
        wrong += unified_diff(expected.splitlines(), text.splitlines(), name, f"{name} now", lineterm="")
    wrong += [f"{path.relative_to(FOLDER)} is of no scene" for path in sorted(kept)]
    if wrong:
        pytest.fail("\n".join(["if this is meant: python -m tests.screens", *wrong]), pytrace=False)
