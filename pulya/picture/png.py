"""The picture in pixels, by an optional package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pulya.errors import WriteError
from pulya.message import say

_WIDTH: Final = 1200  # pixels; sharp on a phone
_PROBE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><text y="30" font-size="30">{}</text></svg>'
)


def png(svg: str) -> bytes:
    """Return a picture as PNG.

    Raises `WriteError` where the package is not installed, or the system has no font for Russian.
    """
    render = _renderer()
    if render(svg_string=_PROBE.format("Ж")) == render(svg_string=_PROBE.format("Щ")):
        # Letters that no font has are all drawn alike, or not at all.
        raise WriteError(
            say("this system has no font with Russian letters"),
            hint=say("install one, such as DejaVu Sans or Noto Sans; or take `--as svg` or `--as html`"),
        )
    return render(svg_string=svg, width=_WIDTH)


def _renderer() -> Callable[..., bytes]:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise WriteError(
            say("a PNG needs the extra `png`"),
            hint=say("install it: `pip install 'pulya-score[png]'`; or take `--as svg` or `--as html`"),
        ) from None
    return lambda **settings: bytes(svg_to_bytes(**settings))
