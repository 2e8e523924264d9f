"""How keys are written for people."""

KEY_NAMES = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
    "colon": ":",
    "full_stop": ".",
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "escape": "Esc",
    "space": "Space",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "delete": "Del",
}


def key_name(key: str) -> str:
    """Return how a key is written for people."""
    if key.startswith("ctrl+"):
        return f"Ctrl+{key[5:].upper()}"
    return KEY_NAMES.get(key, key.upper() if len(key) > 1 else key)
