"""Keys: what an event calls one, and how a person reads it."""

from __future__ import annotations

import pygame

from sapper.catalogue import spoken
from sapper.play.commands import CommandWords, key_name

_NAMES = {
    pygame.K_SPACE: "space",
    pygame.K_RETURN: "enter",
    pygame.K_KP_ENTER: "enter",
    pygame.K_ESCAPE: "escape",
    pygame.K_TAB: "tab",
    pygame.K_BACKSPACE: "backspace",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_HOME: "home",
    pygame.K_END: "end",
    pygame.K_PAGEUP: "pageup",
    pygame.K_PAGEDOWN: "pagedown",
    pygame.K_DELETE: "delete",
    pygame.K_F1: "f1",
    pygame.K_F11: "f11",
}


def key_of(event: pygame.event.Event) -> str:
    """A key as the table of commands names it: the character typed, `left`, `ctrl+q`, `shift+tab`.

    >>> key_of(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SLASH, mod=0, unicode="?"))
    '?'
    >>> key_of(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0, unicode=""))
    'left'
    """
    if event.key in _NAMES:
        name = _NAMES[event.key]
        return f"shift+{name}" if event.mod & pygame.KMOD_SHIFT and name == "tab" else name
    typed = event.unicode
    if not (typed and typed.isprintable()):  # with Ctrl, what is typed is no character
        typed = pygame.key.name(event.key)
    # The key of + is the key of = on many keyboards; nobody should have to find Shift.
    typed = "+" if typed == "=" else typed
    control = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
    return f"ctrl+{typed.lower()}" if control else typed


def key_words(key: str) -> str:
    """A key as it is called on the keyboard.

    >>> key_words("A"), key_words("a"), key_words("ctrl+q"), key_words("pageup")
    ('Shift A', 'A', 'Ctrl Q', 'PgUp')
    """
    if key.startswith("ctrl+"):
        return f"Ctrl {key.removeprefix('ctrl+').upper()}"
    if len(key) == 1 and key.isupper():
        return spoken(CommandWords).shift.format(key=key)
    return key_name(key).upper() if len(key) == 1 else key_name(key)
