"""A guest without a connection."""

from dataclasses import dataclass, field


@dataclass(eq=False)
class OwnGuest:
    """Is here as long as the test says so, and writes down what the rooms tell it."""

    is_here: bool = True
    replaced: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)

    def be_replaced(self, room: str) -> None:
        self.replaced.append(room)

    def is_of(self, room: str) -> bool:
        return False

    def be_removed(self, room: str) -> None:
        self.removed.append(room)
