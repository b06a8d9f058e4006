"""The colours of day and night, side by side.

Shapes are painted in day colours, written into plain attributes, so any SVG renderer shows them. A `Paint` is a day
colour that knows its night colour: the style sheet turns one into the other where CSS is understood, and `at_night`
does it in the text itself. For this to work no two paints share a day colour.
"""

import re


class Paint(str):
    """A day colour (it is that string) that knows its night colour."""

    __slots__ = ("night",)
    night: str

    def __new__(cls, day: str, night: str) -> "Paint":
        paint = super().__new__(cls, day)
        paint.night = night
        return paint


# Words. TEXT stands on meadow, panels and sand; INK on paper, which stays paper by night.
TEXT = Paint("#3a3432", "#f6efdd")
QUIET_TEXT = Paint("#4f4842", "#d3d2cf")
INK = Paint("#3a3431", "#2b2624")
LAND_NUMBER = Paint("#4b5822", "#eef2da")
WATER_NUMBER = Paint("#0f3c52", "#dcf0fa")

# Paper, panels, and the glow of what may be tapped.
PAPER = Paint("#fffdf6", "#e6dcc4")
PAPER_EDGE = Paint("#d7ccb4", "#a3967b")
PANEL = Paint("#fffdf7", "#243049")
PANEL_EDGE = Paint("#d7ccb5", "#4a5a7e")
GLOW = Paint("#ffd84d", "#ffe9a3")
GLOW_EDGE = Paint("#985000", "#ffc94a")
SHADOW = Paint("#1f2a1c", "#05080f")

# The meadow.
SKY = Paint("#dff1f7", "#16213f")
SKY_LOW = Paint("#f4f7e6", "#40577a")
STAR = Paint("#dff1f6", "#fbf3d2")
MOON = Paint("#eef8fa", "#fdf1c3")
MOON_SPOT = Paint("#e3f2f6", "#ecdca2")
CLOUD = Paint("#fbfdfa", "#2f3f63")
FAR_HILL = Paint("#bcd98b", "#34574b")
NEAR_HILL = Paint("#a3cc74", "#29483f")
HILL_TUFT = Paint("#86b85a", "#3f6a52")
BUSH = Paint("#93bf68", "#2c4f45")

# Squares to stand on, and what grows on them.
LAND = Paint("#e9f0c9", "#52694f")
LAND_EDGE = Paint("#cfdba0", "#6f8867")
FIELD = Paint("#bcd98c", "#3b6044")
FIELD_EDGE = Paint("#9cc067", "#5d8760")
DARK_FIELD = Paint("#8cbb5e", "#2b4f35")
DARK_FIELD_EDGE = Paint("#6d9c44", "#4d7a4f")
SAND = Paint("#f6e3b4", "#6f6045")
SAND_EDGE = Paint("#ddc07f", "#a08c63")
CLAY = Paint("#eec79a", "#6b4f42")
CLAY_EDGE = Paint("#d09f68", "#9c7a66")
WATER = Paint("#6fb6d6", "#245a7e")
WATER_EDGE = Paint("#2a789f", "#9fd2ea")
WAVE = Paint("#e8f6fb", "#8cc4e0")
BLADE = Paint("#44762a", "#a5d37c")
STUBBLE = Paint("#a9b96f", "#869f78")
DARK_GRASS = Paint("#4f8a3c", "#1f4529")
DARK_BLADE = Paint("#2f6327", "#8fcb6d")
JUICY_BLADE = Paint("#7dbb4e", "#4f8f45")
CLOVER_EDGE = Paint("#235020", "#a5d394")
BACK_EDGE = Paint("#3a5f2c", "#a8c890")

# The coast: a dyke of turf between land and sea.
SEA = Paint("#7fc0dc", "#1d4468")
SWELL = Paint("#c4e6f2", "#386892")
FOAM = Paint("#fdfefe", "#a8c6dc")
BEACH = Paint("#e6d19b", "#6a6350")
DYKE = Paint("#a9d07a", "#2f5440")
DYKE_RIM = Paint("#b7d985", "#47725a")
TURF = Paint("#cde29f", "#43684b")
TURF_LIGHT = Paint("#d6e8ad", "#486e50")
TURF_WARM = Paint("#c4dc94", "#3d6146")
TURF_EDGE = Paint("#86b05a", "#26442f")
WATER_RIM = Paint("#93b877", "#33563f")
BEND = Paint("#86b558", "#2a4d3c")
FORELAND = Paint("#7aaa4d", "#244437")
FORE_TUFT = Paint("#5f8f3c", "#417055")
POST = Paint("#8a6037", "#6f5a48")
RAIL = Paint("#b58a58", "#8a735c")

# Sheep.
WOOL = Paint("#fffaf0", "#ece8e0")
WOOL_EDGE = Paint("#cbbda3", "#aeacb0")
FACE = Paint("#574d48", "#4d4649")
FACE_RIM = Paint("#574d49", "#a9a6ad")
EAR = Paint("#6d615b", "#6f666a")
LEG = Paint("#4b4340", "#756d71")

WHITE = "#fff"  # of marks and eyes, by day and by night

PAINTS: dict[str, Paint] = {name: value for name, value in globals().items() if isinstance(value, Paint)}
NIGHT: dict[str, str] = {str(paint): paint.night for paint in PAINTS.values()}


def at_night(svg: str) -> str:
    """The same picture with every day colour in its attributes turned into the night colour."""
    return re.sub(r'(?<==")#[0-9a-f]{6}(?=")', lambda found: NIGHT.get(found[0], found[0]), svg)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 (the same) to 21: text needs 4.5, shapes one must tell apart 3."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance of `#rgb` or `#rrggbb`, as WCAG 2 defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _variable(name: str) -> str:
    return "--" + name.lower().replace("_", "-")


def _theme_style() -> str:
    """Variables for day and night, and the attributes that follow them unless a picture's theme is fixed."""
    day = "".join(f"{_variable(name)}:{paint};" for name, paint in PAINTS.items())
    night = "".join(f"{_variable(name)}:{paint.night};" for name, paint in PAINTS.items())
    follow = "\n".join(
        f'.sheepfold:not([data-theme]) [{attribute}="{paint}"]{{{attribute}:var({_variable(name)})}}'
        for name, paint in PAINTS.items()
        for attribute in ("fill", "stroke")
    )
    return f"""
.sheepfold{{{day}}}
@media (prefers-color-scheme:dark){{.sheepfold{{{night}}}}}
[data-theme=day] .sheepfold{{{day}}}
[data-theme=night] .sheepfold{{{night}}}
@supports (color:var(--text)){{
{follow}
}}
"""


THEME_STYLE = _theme_style()

# What is legal glows: its halo is always there, but unseen. What is chosen lifts: `translate` leaves the attribute
# `transform` alone, which a CSS `transform` would replace. Renderers outside browsers trip over some of these rules
# and over variables, but they pass over @media and @supports.
MOTION_STYLE = """
@media screen{.sheepfold{max-width:100%;height:auto}}
.sheepfold .legal{cursor:pointer}
.sheepfold .legal>.halo{opacity:1;animation:sheepfold-pulse 2.4s steps(6) infinite}
.sheepfold .chosen>.halo{opacity:1;animation:none}
.sheepfold .chosen{translate:0 -6px}
@media (prefers-reduced-motion:no-preference){.sheepfold .chosen{transition:translate .2s}}
@media (prefers-reduced-motion:reduce){.sheepfold .legal>.halo{animation:none}}
@keyframes sheepfold-pulse{50%{opacity:.45}}
"""
