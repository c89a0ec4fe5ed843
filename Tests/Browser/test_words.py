"""The client's sources keep their rules: every word in the catalogue, no markup made from text, nothing from elsewhere."""

import pathlib
import re

WEB = pathlib.Path(__file__).parents[2] / "Sources" / "Web"
ASSETS = WEB / "assets"
CATALOGUE = ASSETS / "words" / "en.js"
MODULES = [path for path in ASSETS.rglob("*.js") if path != CATALOGUE]
NOT_MESSAGES = {"noonish.area"}  # a key of the browser's storage


def catalogue() -> set[str]:
    return set(re.findall(r"^  '([\w.]+)':", CATALOGUE.read_text(), re.MULTILINE))


def test_every_message_that_is_said_is_in_the_catalogue():
    said = {key for module in MODULES for key in re.findall(r"'([a-zA-Z]+(?:\.\w+)+)'", module.read_text())}

    assert said - catalogue() - NOT_MESSAGES == set()


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
    allowed = {"www.openstreetmap.org", "www.iana.org", "www.w3.org"}
    texts = [*MODULES, WEB / "index.html", *ASSETS.glob("*.css"), *(WEB / "templates").glob("*.mustache")]

    hosts = {host for path in texts for host in re.findall(r"https?://([\w.-]+\.\w+)", path.read_text())}

    assert hosts - allowed == set()
