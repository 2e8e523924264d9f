"""A brain that starts another program, which would outlive it, and tells its number."""

import os

from good import Good, for_ever

if (child := os.fork()) == 0:
    for_ever()


class HasChild(Good):
    def move(self) -> None:
        self.say(f"MESSAGE {child}")
        super().move()


HasChild().serve()
