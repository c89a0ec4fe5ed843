"""The client's modules: which may import which, and what the pure ones compute in a browser."""

import pathlib
import posixpath
import re

import pytest

ASSETS = pathlib.Path(__file__).parents[2] / "Sources" / "Web" / "assets"
ENTRY_POINTS = {"router.js", "routes.js", "start.js"}
IMPORT = re.compile(r"""(?:^import |\bfrom |\bimport\()['"](\.{1,2}/[^'"]+)""", re.MULTILINE)


def imports() -> dict[str, list[str]]:
    """Returns the modules that each module imports, statically or dynamically, by their paths below `assets/`."""
    graph = {}
    for file in ASSETS.rglob("*.js"):
        name = file.relative_to(ASSETS).as_posix()
        folder = posixpath.dirname(name)
        graph[name] = [posixpath.normpath(posixpath.join(folder, path)) for path in IMPORT.findall(file.read_text())]
    return graph


def layer(module: str) -> int:
    """Returns 0 for a top-level module, 1 for a part, 2 for a screen and 3 for what puts the screens together."""
    if module in ENTRY_POINTS:
        return 3
    return {"parts": 1, "screens": 2}.get(posixpath.dirname(module), 0)


def find_cycle(graph: dict[str, list[str]]) -> list[str]:
    """Returns the modules of an import cycle, or an empty list if the graph has none."""
    done = set()

    def visit(module: str, path: list[str]) -> list[str]:
        if module in path:
            return [*path[path.index(module) :], module]
        if module in done:
            return []
        for imported in graph[module]:
            if cycle := visit(imported, [*path, module]):
                return cycle
        done.add(module)
        return []

    return next((cycle for module in graph if (cycle := visit(module, []))), [])


def test_modules_import_no_module_above_their_layer():
    graph = imports()
    assert sum(map(len, graph.values())) > 300, "the pattern finds too few imports"

    missing = [f"{module} imports {path}" for module, paths in graph.items() for path in paths if path not in graph]
    upward = [f"{module} imports {path}" for module, paths in graph.items() for path in paths if layer(path) > layer(module)]

    assert missing == []
    assert upward == []


def test_no_modules_import_each_other_in_a_cycle():
    assert find_cycle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]

    assert find_cycle(imports()) == []


@pytest.fixture
def ask(windows):
    """Evaluates an expression with a module of the client at hand as `it`."""
    page = windows.open(timezone_id="Asia/Tokyo")
    page.goto("/about")
    return lambda module, expression: page.evaluate(
        f"import('/assets/{module}').then((it) => ({expression}))"
    )


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (-1, "Yesterday 12:30"),
        (0, "Today 12:30"),
        (1, "Tomorrow 12:30"),
        (2, "Sat 13 Mar, 12:30"),
        (330, "Fri 4 Feb 2028, 12:30"),
    ],
)
def test_times_are_told_as_people_tell_them(ask, days, said):
    instant = f"new Date(Date.parse('2027-03-11T12:30:00+02:00') + {days} * 864e5).toISOString()"
    assert (
        ask("time.js", f"it.formatDateTime({instant}, 'Europe/Helsinki', Date.parse('2027-03-11T08:00:00+02:00'))")
        == said
    )


def test_the_day_is_that_of_the_outings_zone_not_of_the_reader(ask):
    # 23:30 in Helsinki on the 11th is the morning of the 12th in Tokyo, where this browser is
    told = ask(
        "time.js",
        "it.formatDateTime('2027-03-11T23:30:00+02:00', 'Europe/Helsinki', Date.parse('2027-03-11T20:00:00+02:00'))",
    )
    assert told == "Today 23:30"
    assert (
        ask("time.js", "it.formatLocalTime('2027-03-11T23:30:00+02:00', 'Europe/Helsinki')")
        == "Fri 12 Mar 2027, 6:30 your time."
    )
    assert ask("time.js", "it.formatLocalTime('2027-03-11T23:30:00+09:00', 'Asia/Tokyo')") is None


def test_a_wall_time_comes_back_through_both_offsets_of_a_year(ask):
    assert ask("time.js", "it.toWallTime('2027-03-28T02:59:00+02:00', 'Europe/Helsinki')") == {
        "date": "2027-03-28",
        "time": "02:59",
    }
    assert ask("time.js", "it.toWallTime('2027-03-28T04:00:00+03:00', 'Europe/Helsinki')") == {
        "date": "2027-03-28",
        "time": "04:00",
    }
    assert ask("time.js", "it.toWallTime('2027-03-27T22:00:00Z', 'Europe/Helsinki')") == {
        "date": "2027-03-28",
        "time": "00:00",
    }


def test_a_plate_shows_the_five_minutes_below(ask):
    assert (
        ask("time.js", "it.toClockFaceTime('2027-03-11T12:34:00+02:00', 'Europe/Helsinki')")
        == "2027-03-11T12:30:00"
    )


def test_a_point_is_read_from_what_people_paste(ask):
    texts = [
        "60.1699, 24.9384",
        "60.1699,24.9384",
        "geo:60.16990,24.93840?z=17",
        "https://www.openstreetmap.org/#map=17/60.16990/24.93840",
    ]
    assert ask("parts/search-area.js", f"{texts}.map(it.parsePoint)") == ["60.1699,24.9384"] * len(texts)
    assert ask("parts/search-area.js", "['', 'Helsinki', '91.5, 24.9', '60, 24'].map(it.parsePoint)") == [None] * 4


def test_only_addresses_of_the_web_become_links(ask):
    texts = [
        "https://example.org/",
        "example.org/menu",
        "javascript:alert(1)",
        "data:text/html,x",
        "",
        "http://",
    ]
    assert ask("parts/restaurant-facts.js", f"{texts}.map(it.toWebAddress)") == [
        "https://example.org/",
        "https://example.org/menu",
        None,
        None,
        None,
        None,
    ]


DRAFT = "{ title: 'Soup', startsAt: '2027-03-11T12:00', timeZone: 'Europe/Helsinki', where: null, note: null, capacity: null, respondBy: null }"
VALUES = "{ title: 'Soup', date: '2027-03-11', time: '12:00', timeZone: 'Europe/Helsinki', place: '', note: '', capacity: '', respondDate: '', respondTime: '' }"


def test_what_was_not_touched_is_not_sent(ask):
    assert ask("outing-draft.js", f"it.createPatch({DRAFT}, it.readDraft({DRAFT}, {VALUES}), {{}})") == {}


def test_an_end_moves_along_with_its_start(ask):
    outing = "{ endsAt: '2027-03-11T13:30:00+02:00' }"
    moved = ask(
        "outing-draft.js",
        f"it.createPatch({DRAFT}, it.readDraft({DRAFT}, {{ ...{VALUES}, date: '2027-03-12', time: '23:15' }}), {outing})",
    )
    assert moved == {"startsAt": "2027-03-12T23:15", "endsAt": "2027-03-13T00:45"}


def test_words_in_the_place_of_a_restaurant_take_its_place(ask):
    base = f"{{ ...{DRAFT}, where: {{ restaurantId: '7', name: 'Lumo' }} }}"
    patch = f"(place) => it.createPatch({base}, it.readDraft({base}, {{ ...{VALUES}, place }}), {{}})"
    assert ask("outing-draft.js", f"['Lumo', 'The park', ''].map({patch})") == [
        {},
        {"restaurantId": None, "place": "The park"},
        {"restaurantId": None, "place": None},
    ]


def test_sentences_follow_the_number(ask):
    told = ask("localization.js", "[0, 1, 12345].map((count) => it.translate('cancel.yes', { count }))")
    assert told == ["Cancel it", "Cancel it and tell one person", "Cancel it and tell 12,345 people"]
    assert ask("localization.js", "it.translate('who.attending', { count: 5, guests: 2 })") == "5 attending, with 2 guests"
