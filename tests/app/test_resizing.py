"""What happens when the terminal changes its size quicker than the screen can follow."""

from textual import events
from textual.geometry import Size

from tests.support.driving import playing


async def test_two_sizes_in_quick_succession_come_to_rest_at_the_latest() -> None:
    async with playing(size=(80, 24)) as ui:
        screen = ui.app.screen
        counted: list[Size] = []
        on_event = screen.on_event

        async def counting(event: events.Event) -> None:
            if isinstance(event, events.Resize):
                counted.append(event.size)
                if len(counted) > 50:
                    return  # it would go on for ever
            await on_event(event)
            if isinstance(event, events.Resize):
                screen.call_later(lambda: None)  # neighbours in the queue would be merged

        screen.on_event = counting  # type: ignore[method-assign]
        sizes = [Size(59, 24), Size(100, 30)]
        ui.app._size = sizes[-1]
        for size in sizes * 3:
            screen.post_message(events.Resize(size, size))
            screen.call_later(lambda: None)
        for _ in range(40):
            await ui.pilot.pause(0.01)
        assert len(counted) < 20, f"no rest after {len(counted)} sizes"
        assert screen.size == sizes[-1]
