"""The client's sources keep their rules: every word in the catalogue, no markup made from text, nothing from elsewhere."""

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
# Keys of the browser's storage, and the file that the reference reads.
NOT_MESSAGES = {"noonish.answers", "noonish.area", "noonish.areas", "noonish.words", "noonish.device", "noonish.language", "openapi.json"}


def catalogue(tag: str = "en") -> dict[str, str]:
    with urllib.request.urlopen(f"{SERVER}/locales/{tag}.json") as answer:
        return json.load(answer)


def test_every_message_that_is_said_is_in_the_catalogue():
    said = {key for module in MODULES for key in re.findall(r"'([a-zA-Z]+(?:\.\w+)+)'", module.read_text())}

    assert said - set(catalogue()) - NOT_MESSAGES == set()


def test_every_message_of_the_catalogue_is_said():
    text = "\n".join(module.read_text() for module in MODULES)
    computed = re.findall(r"`([a-zA-Z]+(?:\.\w+)*\.)\$\{", text)

    unsaid = {
        key
        for key in catalogue()
        if f"'{key}'" not in text and not any(key.startswith(stem) for stem in computed)
    }

    assert unsaid == set()


def test_no_module_makes_markup_or_code_out_of_text():
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\.style\b|setHTML|srcdoc"
    )

    found = [f"{module.name}: {hit}" for module in MODULES for hit in forbidden.findall(module.read_text())]

    assert found == []


def test_no_page_holds_a_script_or_a_style_of_its_own():
    pages = [WEB / "index.html", *(WEB / "templates").glob("*.mustache")]
    inline = re.compile(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:")

    assert [page.name for page in pages if inline.search(page.read_text())] == []


def test_no_page_or_module_names_another_host_but_in_a_link():
    allowed = {"github.com", "www.openstreetmap.org", "www.iana.org", "www.w3.org"}
    texts = [*MODULES, WEB / "index.html", *ASSETS.glob("*.css"), *(WEB / "templates").glob("*.mustache")]

    hosts = {host for path in texts for host in re.findall(r"https?://([\w.-]+\.\w+)", path.read_text())}

    assert hosts - allowed == set()


@pytest.mark.parametrize("tag", sorted(path.stem for path in LOCALES.glob("*.yaml")))
def test_every_language_of_the_server_can_be_chosen_and_says_everything(tag):
    assert re.search(rf"\b{tag}: '", (ASSETS / "localization.js").read_text())
    assert catalogue(tag).keys() == catalogue().keys()


def test_a_catalogue_is_asked_for_again_only_if_it_changed():
    with urllib.request.urlopen(f"{SERVER}/locales/fi.json") as answer:
        tag = answer.headers["ETag"]
        assert answer.headers["Cache-Control"] == "no-cache"
    request = urllib.request.Request(f"{SERVER}/locales/fi.json", headers={"If-None-Match": tag})

    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(request)

    assert answer.value.code == 304
