"""On the home screen: a manifest with icons of our own, and a page that keeps trying when there is no network."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.web.people import Person


def test_the_manifest_names_icons_that_are_there(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    ada.page.goto("/")
    assert ada.page.get_attribute("link[rel=manifest]", "href") == "/manifest.webmanifest"
    manifest = json.loads(ada.fetch("/manifest.webmanifest")["text"])
    assert manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for address in [icon["src"] for icon in manifest["icons"]] + [each["url"] for each in manifest["shortcuts"]]:
        assert ada.fetch(address)["status"] == 200, address


def test_without_a_network_a_page_keeps_trying(somebody: Callable[..., Person]) -> None:
    ada = somebody()
    ada.page.goto("/")
    ada.page.evaluate("navigator.serviceWorker.ready")
    ada.wait("navigator.serviceWorker.controller")
    ada.may_be_offline = True
    ada.page.context.set_offline(True)
    ada.page.goto("/rules/nines")
    assert "cannot be reached" in ada.page.inner_text("h1")
    ada.page.context.set_offline(False)
    ada.wait("document.querySelector('.rules')", 30)
    ada.troubles.clear()  # what failed while there was no network
