"""The strong computer level."""

from ttt_tui.computer.expert.expert import Expert

__all__ = ["Expert"]
