"""A brain that ends with status 3 when it is to move."""

import sys

from good import Good


class Dies(Good):
    def move(self) -> None:
        sys.exit(3)


Dies().serve()
