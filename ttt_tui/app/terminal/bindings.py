"""What keys are bound to, whether or not that can be done just now.

Relied on: `DOMNode._bindings`, a node's own bindings with those it inherits. The public `active_bindings`
lacks what is hidden, and asks `check_action` of all bindings to tell of one key.
"""

from collections.abc import Sequence

from textual.binding import Binding
from textual.dom import DOMNode


def bindings_of(node: DOMNode, key: str) -> Sequence[Binding]:
    """Return what a key is bound to on a screen or widget itself, in the order in which it is tried."""
    return node._bindings.key_to_bindings.get(key, ())
