"""Verdicts, reasons, hints and words of Ultimate."""
