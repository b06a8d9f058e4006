"""Every sound is made by the page itself: it is written down and measured, and felt where a device can do that."""

from __future__ import annotations

import time
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser

from sheepfold.drawing.staging import SOUNDS
from tests.web.conftest import Server
from tests.web.people import Person
from tests.web.test_stage import address_of, at_a_table

RATE = 22_050
RENDER = """async ([address, name, seat, rate]) => {
  const { recipe, render } = await import(address);
  const context = new OfflineAudioContext(1, 1.6 * rate, rate);
  render(context, recipe(name, seat));
  return Array.from((await context.startRendering()).getChannelData(0), (each) => Math.round(each * 32767));
}"""
LONGEST = {"win": 1.6, "nine": 0.9, "turn": 0.7, "sun": 0.8}
"""Seconds; all others last half a second at most."""


def sounds() -> list[tuple[str, int]]:
    others = [(name, -1) for name in SOUNDS if name != "bleat"]
    return others + [("bleat", seat) for seat in range(8)]


@pytest.fixture(scope="module")
def heard(browser: Browser, server: Server) -> dict[tuple[str, int], np.ndarray[Any, Any]]:
    """Every sound as it is made, written down instead of played."""
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/rules/nines")
    address = address_of(page, "sound.js")
    made = {key: np.array(page.evaluate(RENDER, [address, *key, RATE]), np.float64) for key in sounds()}
    context.close()
    return made


@pytest.mark.parametrize(("name", "seat"), sounds())
def test_every_sound_is_short_loud_enough_and_does_not_clip(
    heard: dict[tuple[str, int], np.ndarray[Any, Any]], tmp_path: Path, name: str, seat: int
) -> None:
    samples = heard[name, seat]
    with wave.open(str(tmp_path / f"{name}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.astype("<i2").tobytes())
    audible = np.flatnonzero(np.abs(samples) > 60)
    lasts = audible[-1] / RATE
    peak = np.abs(samples).max() / 32767
    assert 0.02 < lasts <= LONGEST.get(name, 0.55), lasts
    assert 0.05 < peak < 0.98, peak


def test_sounds_are_clearly_different(heard: dict[tuple[str, int], np.ndarray[Any, Any]]) -> None:
    """No two are alike in pitch and in how they swell and fade."""
    prints = {key: _print(samples) for key, samples in heard.items()}
    keys = sorted(prints)
    alike = [(one, other) for one in keys for other in keys if one < other and prints[one] @ prints[other] > 0.985]
    assert alike == []


def _print(samples: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Where a sound's strength lies: over time, in 40 bands from low to high."""
    edges = np.geomspace(60, 9000, 41)
    parts: list[np.ndarray[Any, Any]] = []
    for part in np.array_split(samples, 16):
        strength = np.abs(np.fft.rfft(part * np.hanning(len(part))))
        pitch = np.fft.rfftfreq(len(part), 1 / RATE)
        parts.append(np.histogram(pitch, edges, weights=strength)[0])
    whole = np.concatenate(parts)
    return whole / np.linalg.norm(whole)


BUMP = """async (address) => {
  const { sound } = await import(address);
  sound("bump");
  return felt.length;
}"""


def test_a_bump_is_felt_unless_the_sound_is_off(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    ada.page.add_init_script("window.felt = []; navigator.vibrate = (how) => felt.push(how);")
    at_a_table(ada)
    address = address_of(ada.page, "sound.js")
    ada.page.mouse.click(5, 300)
    give_up = time.monotonic() + 10
    while not ada.page.evaluate(BUMP, address):
        assert time.monotonic() < give_up, "after the first tap the page may be heard and felt"
        ada.page.wait_for_timeout(50)
    ada.page.click("[data-key=mute]")
    felt = ada.page.evaluate("felt.length")
    assert ada.page.evaluate(BUMP, address) == felt
