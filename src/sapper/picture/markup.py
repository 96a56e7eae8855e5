"""Words in markup."""

from __future__ import annotations

import re
from html import escape

NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def in_xml(words: str) -> str:
    """Words as they stand in a page or a picture: nothing in them is markup.

    >>> in_xml("a < b & \\x00c")
    'a &lt; b &amp; c'
    """
    return escape(NOT_IN_XML.sub("", words))
