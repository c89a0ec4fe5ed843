"""Rules for the client's sources: every text is in the catalogue, no markup is made from text, nothing is loaded from other hosts."""

import json
import pathlib
import re
import urllib.error
import urllib.request

import pytest
from conftest import SERVER

WEB = pathlib.Path(__file__).parents[2] / "Sources" / "Web"
ASSETS = WEB / "assets"
MODULES = [*ASSETS.rglob("*.js"), WEB / "service-worker.js"]
LOCALES = WEB.parents[1] / "config" / "locales"
# Storage keys, and the file that the API reference loads.
NOT_MESSAGES = {"noonish.session", "noonish.answers", "noonish.area", "noonish.areas", "noonish.words", "noonish.push", "noonish.device", "noonish.taps", "noonish.language", "openapi.json"}


def fetch_catalogue(tag: str = "en") -> dict[str, str]:
    catalogue = {}
    for part in ["", "/about", "/account", "/bills", "/people", "/venues", "/records", "/invoices", "/series"]:
        with urllib.request.urlopen(f"{SERVER}/locales/{tag}{part}.json") as answer:
            catalogue |= json.load(answer)
    return catalogue


def test_the_catalogue_has_every_message_of_the_client():
    said = {key for module in MODULES for key in re.findall(r"'([a-zA-Z]+(?:\.\w+)+)'", module.read_text())}

    assert said - set(fetch_catalogue()) - NOT_MESSAGES == set()


def test_the_client_uses_every_message_of_the_catalogue():
    text = "\n".join(module.read_text() for module in MODULES)
    computed = re.findall(r"`([a-zA-Z]+(?:\.\w+)*\.)\$\{", text)

    unsaid = {
        key
        for key in fetch_catalogue()
        if f"'{key}'" not in text and not any(key.startswith(stem) for stem in computed)
    }

    assert unsaid == set()


def test_no_module_creates_markup_or_code_from_text():
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\.style\b|setHTML|srcdoc"
    )

    found = {f"{module.name}: {hit}" for module in MODULES for hit in forbidden.findall(module.read_text())}

    assert found <= {"vector-layer.js: .style"}  # the size of a canvas, and colours that the theme resolves


def test_no_page_has_inline_scripts_or_styles():
    pages = [WEB / "index.html", *(WEB / "templates").glob("*.mustache")]
    inline = re.compile(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:")

    assert [page.name for page in pages if inline.search(page.read_text())] == []


def test_every_icon_of_the_templates_exists():
    icons = set(re.findall(r'<symbol id="([\w-]+)"', (ASSETS / "icons.svg").read_text()))
    used = {name for page in (WEB / "templates").glob("*.mustache") for name in re.findall(r'icons\.svg#([^"{]*)', page.read_text())}

    assert used - icons == {"icon-"}  # what the server chooses


def test_pages_and_modules_refer_to_other_hosts_only_in_links():
    allowed = {"github.com", "www.openstreetmap.org", "www.iana.org", "www.w3.org"}
    texts = [*MODULES, WEB / "index.html", *ASSETS.glob("*.css"), *(WEB / "templates").glob("*.mustache")]

    hosts = {host for path in texts for host in re.findall(r"https?://([\w.-]+\.\w+)", path.read_text())}

    assert hosts - allowed == set()


@pytest.mark.parametrize("tag", sorted(path.stem for path in LOCALES.glob("*.yaml")))
def test_every_language_can_be_chosen_and_is_complete(tag):
    assert re.search(rf"\b{tag}: '", (ASSETS / "localization.js").read_text())
    assert fetch_catalogue(tag).keys() == fetch_catalogue().keys()


def test_an_unchanged_catalogue_is_not_sent_again():
    with urllib.request.urlopen(f"{SERVER}/locales/fi.json") as answer:
        tag = answer.headers["ETag"]
        assert answer.headers["Cache-Control"] == "no-cache"
    request = urllib.request.Request(f"{SERVER}/locales/fi.json", headers={"If-None-Match": tag})

    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(request)

    assert answer.value.code == 304
