"""A brain that answers INFO, greets, and lets the manager make its moves."""

from good import Good


class Suggests(Good):
    def obey(self, line: str) -> bool:
        if line.startswith("INFO"):
            self.say("OK")
        elif line.startswith("PLAY "):
            x, y = line.removeprefix("PLAY ").split(",")
            self.answer(int(x), int(y))
        return super().obey(line)

    def move(self) -> None:
        x, y = self.choose()
        self.say(f"SUGGEST {x},{y}")


print("Welcome!\n", flush=True)
Suggests().serve()
