"""Pictures as they come: opened only if they are small enough, whole, and a single frame."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING

from sapper.errors import PictureError
from sapper.extras import need

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF")
MOST_BYTES = 30_000_000
MOST_PIXELS = 36_000_000
SHORTEST_SIDE = 30
"""Four cells of seven pixels, and some more."""


def open_picture(data: bytes) -> Image:
    """The picture in red, green and blue; a `PictureError` says in one line why it is none.

    >>> open_picture(b"no picture")
    Traceback (most recent call last):
    sapper.errors.PictureError: this is no picture that can be read: PNG, JPEG, WEBP, BMP or GIF
    """
    pillow = need("pictures", "PIL.Image", package="Pillow")
    if len(data) > MOST_BYTES:
        raise PictureError(f"this file is too large: at most {MOST_BYTES:,} bytes")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # of pictures that are suspiciously large
            picture = pillow.open(io.BytesIO(data), formats=FORMATS)
            _check_size(*picture.size)
            if getattr(picture, "n_frames", 1) > 1:
                raise PictureError("this picture is animated: save a single frame of it")
            picture.load()
    except (pillow.DecompressionBombError, pillow.DecompressionBombWarning):
        raise PictureError(_too_large()) from None
    except pillow.UnidentifiedImageError:
        raise PictureError(
            "this is no picture that can be read: PNG, JPEG, WEBP, BMP or GIF"
        ) from None
    except (OSError, SyntaxError, ValueError, EOFError, Warning) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError("this picture is damaged") from None
    if picture.mode in ("RGBA", "LA", "PA", "P") or "transparency" in picture.info:
        # What shows through is white, as on most pages.
        shown = picture.convert("RGBA")
        ground = pillow.new("RGBA", shown.size, (255, 255, 255, 255))
        picture = pillow.alpha_composite(ground, shown)
    rgb: Image = picture.convert("RGB")
    return rgb


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise PictureError(_too_large())
    if min(width, height) < SHORTEST_SIDE:
        raise PictureError(
            f"this picture is too small: {width}×{height} pixels, at least {SHORTEST_SIDE} a side"
        )


def _too_large() -> str:
    return f"this picture is too large: at most {MOST_PIXELS:,} pixels"
