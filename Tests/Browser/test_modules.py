"""The client's modules: their imports, and the results of the pure ones in a browser."""

import json
import pathlib
import posixpath
import re

import pytest

ASSETS = pathlib.Path(__file__).parents[2] / "Sources" / "Web" / "assets"
ENTRY_POINTS = {"router.js", "routes.js", "start.js"}
IMPORT = re.compile(r"""(?:^import |\bfrom |\bimport\()['"](\.{1,2}/[^'"]+)""", re.MULTILINE)


def read_imports() -> dict[str, list[str]]:
    """Returns the modules that each module imports, statically or dynamically, by their paths below `assets/`."""
    graph = {}
    for file in ASSETS.rglob("*.js"):
        name = file.relative_to(ASSETS).as_posix()
        folder = posixpath.dirname(name)
        graph[name] = [posixpath.normpath(posixpath.join(folder, path)) for path in IMPORT.findall(file.read_text())]
    return graph


def get_layer(module: str) -> int:
    """Returns 0 for a top-level module, 1 for a part, 2 for a screen, 3 for a group of screens and 4 for what puts them together."""
    if module in ENTRY_POINTS:
        return 4
    return {"parts": 1, "screens": 2, "groups": 3}.get(posixpath.dirname(module), 0)


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
    graph = read_imports()
    assert sum(map(len, graph.values())) > 300, "the pattern finds too few imports"

    missing = [f"{module} imports {path}" for module, paths in graph.items() for path in paths if path not in graph]
    upward = [f"{module} imports {path}" for module, paths in graph.items() for path in paths if get_layer(path) > get_layer(module)]

    assert missing == []
    assert upward == []


def test_no_modules_import_each_other_in_a_cycle():
    assert find_cycle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]

    assert find_cycle(read_imports()) == []


@pytest.fixture
def evaluate(windows):
    """Returns a function that evaluates an expression with a module of the client as `it`."""
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
def test_times_are_formatted_relative_to_today(evaluate, days, said):
    instant = f"new Date(Date.parse('2027-03-11T12:30:00+02:00') + {days} * 864e5).toISOString()"
    assert (
        evaluate("time.js", f"it.formatDateTime({instant}, 'Europe/Helsinki', Date.parse('2027-03-11T08:00:00+02:00'))")
        == said
    )


def test_the_day_depends_on_the_outings_time_zone(evaluate):
    # 23:30 on the 11th in Helsinki is the morning of the 12th in Tokyo, this browser's time zone
    text = evaluate(
        "time.js",
        "it.formatDateTime('2027-03-11T23:30:00+02:00', 'Europe/Helsinki', Date.parse('2027-03-11T20:00:00+02:00'))",
    )
    assert text == "Today 23:30"
    assert (
        evaluate("time.js", "it.formatLocalTime('2027-03-11T23:30:00+02:00', 'Europe/Helsinki')")
        == "Fri 12 Mar 2027, 06:30 your time."
    )
    assert evaluate("time.js", "it.formatLocalTime('2027-03-11T23:30:00+09:00', 'Asia/Tokyo')") is None


@pytest.mark.parametrize(
    ("lines", "prices"),
    [
        # prices with their tax, of which the tax alone is rounded
        ([(2, 700, 142), (1, 350, 32)], {"column": "unit", "prices": [350, 350]}),
        # 8.875 % on top of 4.00 and of 1.50
        ([(3, 1_307, 107), (1, 163, 13)], {"column": "unitNet", "prices": [400, 150]}),
        # neither
        ([(3, 1_000, 90)], None),
    ],
)
def test_the_price_of_one_is_found_where_a_sale_has_it(evaluate, lines, prices):
    sold = [{"quantity": quantity, "amountMinor": amount, "taxMinor": tax} for quantity, amount, tax in lines]
    assert evaluate("screens/venue-invoice.js", f"it.findUnitPrices({json.dumps(sold)})") == prices


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("+358456196272", "+358 456 196 272"),
        ("+12012345678", "+1 201 234 5678"),
        ("+35891234", "+358 912 34"),
        ("+8190123456", "+81 901 234 56"),
    ],
)
def test_telephone_numbers_are_written_in_groups(evaluate, number, said):
    assert evaluate("phone-number.js", f"it.formatPhoneNumber('{number}')") == said


@pytest.mark.parametrize(
    ("closed", "said"),
    [
        ([], ["11:00–15:00"]),
        ([5, 6], ["Mon–Fri 11:00–15:00"]),
        ([2], ["Mon–Tue 11:00–15:00", "Thu–Sun 11:00–15:00"]),
        ([0, 1, 2, 3, 4, 5], ["Sun 11:00–15:00"]),
        ([0, 1, 2, 3, 4, 5, 6], []),
    ],
)
def test_the_hours_of_a_week_are_written_in_runs_of_days(evaluate, closed, said):
    # The week of a response begins today, here on a Thursday. Days count from Monday.
    week = [
        {"date": f"2027-03-{11 + day}", "spans": [] if (day + 3) % 7 in closed else [{"from": "11:00", "to": "15:00", "state": "open"}]}
        for day in range(7)
    ]
    assert evaluate("parts/restaurant-facts.js", f"it.formatWeek({json.dumps(week)})") == said


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Mo-Fr 11:00-14:00,17:00-22:00; Sa 12:00-24:00", "Mo-Fr 11:00-14:00,17:00-22:00; Sa 12:00-24:00"),
        ("Sa-Mo 10:00-12:00; Su off", "Mo 10:00-12:00; Sa 10:00-12:00"),
        ("11:00-15:00", "Mo-Su 11:00-15:00"),
        ("", ""),
        ("Mo-Fr 11:00-14:00; PH off", None),
        ("Mar-Oct Mo 11:00-14:00", None),
        ("24/7", None),
    ],
)
def test_the_hours_of_a_week_are_read_and_written(evaluate, text, written):
    """Hours that say more than a week can hold are left as text."""
    assert evaluate("opening-hours.js", f"((week) => week && it.writeWeek(week))(it.readWeek({json.dumps(text)}))") == written


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [
        ("12.40", "EUR", 1240), ("12,4", "EUR", 1240), ("12", "EUR", 1200), ("-0.50", "EUR", -50), ("1500", "JPY", 1500), ("1.234", "KWD", 1234),
        ("١٢٫٥", "EUR", 1250), ("１２", "EUR", 1200), ("12.345", "EUR", None), ("12.5", "JPY", None), ("free", "EUR", None), ("", "EUR", None), ("1,200.50", "EUR", None),
    ],
)
def test_amounts_are_read_without_rounding(evaluate, text, currency, minor):
    assert evaluate("money.js", f"it.parseAmount({json.dumps(text)}, '{currency}')") == minor


def test_keys_of_a_menu_are_unique_and_faults_lead_to_their_parts(evaluate):
    one, other = evaluate("menu-draft.js", "[it.createKey('dish'), it.createKey('dish')]")
    assert one != other
    assert re.fullmatch(r"dish-[0-9a-f]{8}", one)
    pointers = ["/sections/1/items/2/priceMinor", "/sections/1/name", "/optionGroups/0/options/3/name", "/language"]
    assert evaluate("menu-draft.js", f"{pointers}.map(it.findPart)") == ["sections-1-items-2", "sections-1", "optionGroups-0", None]


def test_only_prices_and_surcharges_are_missed(evaluate):
    menu = "{ sections: [{ key: 's', name: 'S', items: [{ key: 'a', name: 'A', priceMinor: 'three', depositMinor: null }, { key: 'b', name: 'B', slots: [{ choices: [{ surchargeMinor: '' }] }] }] }] }"
    assert evaluate("menu-draft.js", f"it.findFaults({menu}).map(({{ pointer }}) => pointer)") == ["/sections/0/items/0/priceMinor", "/sections/0/items/1/slots/0/choices/0/surchargeMinor"]


def test_amounts_are_read_the_same_in_another_currency(evaluate):
    prices = "[['EUR', 'KWD'], ['EUR', 'JPY'], ['JPY', 'EUR']].map(([one, other]) => { const menu = { currency: one, items: [{ priceMinor: 1240 }] }; it.setCurrency(menu, other); return [menu.currency, menu.items[0].priceMinor]; })"
    assert evaluate("menu-draft.js", prices) == [["KWD", 12_400], ["JPY", "12.40"], ["EUR", 124_000]]


def test_an_empty_rate_goes_unless_it_is_the_last_of_its_tax(evaluate):
    steps = "[['delivery', '25.5'], ['delivery', '14'], [undefined, ''], ['delivery', '']]"
    act = f"{steps}.map(([how, percent]) => {{ it.setRate(menu, 'food', how, percent); return menu.taxes.map((tax) => [tax.fulfilment ?? null, tax.percent]); }})"
    rates = evaluate("menu-draft.js", f"((menu) => {act})({{ taxes: [{{ key: 'food', name: 'ALV', percent: '13.5' }}] }})")
    assert rates == [[[None, "13.5"], ["delivery", "25.5"]], [[None, "13.5"], ["delivery", "14"]], [["delivery", "14"]], [["delivery", ""]]]


def test_the_price_of_one_branch_is_not_the_usual_one(evaluate):
    item = "{ priceMinor: 950, prices: [{ branch: 'a', priceMinor: 800 }, { fulfilment: 'delivery', priceMinor: 1050 }] }"
    assert evaluate("menu-model.js", f"[it.getPrice({item}), it.getPrice({item}, 'delivery')]") == [950, 1050]


@pytest.mark.parametrize(("region", "said"), [("en-GB", "Thursday 11 March"), ("en-US", "Thursday, March 11")])
def test_dates_have_the_commas_of_their_region(evaluate, region, said):
    fields = "{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }"
    assert evaluate("message-format.js", f"it.formatFields('2027-03-11T12:00Z', '{region}', {fields})") == said


def test_clocks_are_written_as_the_server_writes_them(evaluate):
    assert evaluate("time.js", "it.formatTime('2027-03-11T02:54:00+02:00', 'Europe/Helsinki')") == "02:54"


def test_wall_times_follow_daylight_saving_time(evaluate):
    assert evaluate("time.js", "it.toWallTime('2027-03-28T02:59:00+02:00', 'Europe/Helsinki')") == {
        "date": "2027-03-28",
        "time": "02:59",
    }
    assert evaluate("time.js", "it.toWallTime('2027-03-28T04:00:00+03:00', 'Europe/Helsinki')") == {
        "date": "2027-03-28",
        "time": "04:00",
    }
    assert evaluate("time.js", "it.toWallTime('2027-03-27T22:00:00Z', 'Europe/Helsinki')") == {
        "date": "2027-03-28",
        "time": "00:00",
    }


def test_86_an_event_that_the_client_does_not_know_has_words(evaluate):
    for kind in ["sent_by_drone", "line_frozen"]:
        event = f"{{kind: '{kind}', actor: null, person: null, name: null}}"
        assert evaluate("order-history-model.js", f"it.describeEvent({event}, 'EUR')") == "Something that this page doesn’t know yet"


def test_86_a_state_that_the_client_does_not_know_has_words(evaluate):
    pill = "it.createOrderStatePill('sent_by_drone').textContent"
    assert evaluate("parts/order-panel.js", pill) == "Something that this page doesn’t know yet"


def test_the_clock_face_rounds_down_to_five_minutes(evaluate):
    assert (
        evaluate("time.js", "it.toClockFaceTime('2027-03-11T12:34:00+02:00', 'Europe/Helsinki')")
        == "2027-03-11T12:30:00"
    )


def test_a_point_is_parsed_from_pasted_text(evaluate):
    texts = [
        "60.1699, 24.9384",
        "60.1699,24.9384",
        "geo:60.16990,24.93840?z=17",
        "https://www.openstreetmap.org/#map=17/60.16990/24.93840",
    ]
    assert evaluate("parts/search-area.js", f"{texts}.map(it.parsePoint)") == ["60.1699,24.9384"] * len(texts)
    assert evaluate("parts/search-area.js", "['', 'Helsinki', '91.5, 24.9', '60, 24'].map(it.parsePoint)") == [None] * 4


def test_only_web_addresses_become_links(evaluate):
    texts = [
        "https://example.org/",
        "example.org/menu",
        "javascript:alert(1)",
        "data:text/html,x",
        "",
        "http://",
    ]
    assert evaluate("parts/restaurant-facts.js", f"{texts}.map(it.toWebAddress)") == [
        "https://example.org/",
        "https://example.org/menu",
        None,
        None,
        None,
        None,
    ]


DRAFT = "{ title: 'Soup', startsAt: '2027-03-11T12:00', timeZone: 'Europe/Helsinki', where: null, note: null, capacity: null, respondBy: null }"
VALUES = "{ title: 'Soup', date: '2027-03-11', time: '12:00', timeZone: 'Europe/Helsinki', place: '', note: '', capacity: '', respondDate: '', respondTime: '' }"


def test_unchanged_fields_are_not_sent(evaluate):
    assert evaluate("outing-draft.js", f"it.createPatch({DRAFT}, it.readDraft({DRAFT}, {VALUES}), {{}})") == {}


def test_moving_the_start_moves_the_end(evaluate):
    outing = "{ endsAt: '2027-03-11T13:30:00+02:00' }"
    moved = evaluate(
        "outing-draft.js",
        f"it.createPatch({DRAFT}, it.readDraft({DRAFT}, {{ ...{VALUES}, date: '2027-03-12', time: '23:15' }}), {outing})",
    )
    assert moved == {"startsAt": "2027-03-12T23:15", "endsAt": "2027-03-13T00:45"}


def test_typed_text_replaces_a_restaurant(evaluate):
    base = f"{{ ...{DRAFT}, where: {{ restaurantId: '7', name: 'Lumo' }} }}"
    patch = f"(place) => it.createPatch({base}, it.readDraft({base}, {{ ...{VALUES}, place }}), {{}})"
    assert evaluate("outing-draft.js", f"['Lumo', 'The park', ''].map({patch})") == [
        {},
        {"restaurantId": None, "place": "The park"},
        {"restaurantId": None, "place": None},
    ]


def test_readers_are_counted_by_the_rules_of_notifications(evaluate):
    people = [
        ("host", "attending", "app"), ("cohost", "attending", "app"), ("invitee", "invited", "app"), ("invitee", "declined", "app"),
        ("invitee", "invited", "mail"), ("invitee", "attending", "mail"), ("invitee", "attending", "push"), ("invitee", "attending", "none"),
    ]
    attendees = [{"person": {"id": str(at)}, "role": role, "status": status, "reach": reach} for at, (role, status, reach) in enumerate(people)]
    fields = ["startsAt", "endsAt", "where", "title", "note", "respondBy", "capacity", "timeZone", "cancellation"]

    counts = evaluate("outing-model.js", f"{json.dumps(fields)}.map((field) => it.countNotified({json.dumps(attendees)}, '0', [field]))")

    assert dict(zip(fields, counts, strict=True)) == {
        "startsAt": 5, "endsAt": 5, "where": 5, "title": 3, "note": 4, "respondBy": 4, "capacity": 1, "timeZone": 1, "cancellation": 6,
    }


def test_sentences_are_inflected_by_number(evaluate):
    texts = evaluate("localization.js", "[0, 1, 12345].map((count) => it.translate('cancel.yes', { count }))")
    assert texts == ["Cancel it", "Cancel it and tell one person", "Cancel it and tell 12,345 people"]
    assert evaluate("localization.js", "it.translate('who.attending', { count: 5, guests: 2 })") == "5 going, with 2 guests"


def test_the_language_that_was_chosen_last_is_shown(evaluate):
    chosen = "Promise.all([it.loadLanguage('fi'), it.loadLanguage('en')]).then(() => [it.language, document.documentElement.lang])"
    assert evaluate("localization.js", chosen) == ["en", "en"]


def test_texts_that_did_not_come_do_not_keep_the_language_from_changing(evaluate):
    chosen = "it.loadMessages('missing').then(() => 'loaded', () => it.loadLanguage('fi')).then((outcome) => [outcome, it.language])"
    assert evaluate("localization.js", chosen) == [True, "fi"]


def test_a_pasted_list_of_addresses_is_split_at_its_entries(evaluate):
    lists = {
        "a@x.org, b@x.org;c@x.org\r\nd@x.org e@x.org": ["a@x.org", "b@x.org", "c@x.org", "d@x.org", "e@x.org"],
        '"Lee, Kim" <kim@x.org>, Ada Smith <ada@x.org> <bo@x.org>;': ['"Lee, Kim" <kim@x.org>', "Ada Smith <ada@x.org>", "<bo@x.org>"],
        '"A \\"B, C\\" D" <q@x.org>,foo': ['"A \\"B, C\\" D" <q@x.org>', "foo"],
        '"not closed, <a@x.org>\nb@x.org': ['"not closed, <a@x.org>', "b@x.org"],
        " ,;\n": [],
    }
    assert evaluate("mailboxes.js", f"{json.dumps(list(lists))}.map(it.splitMailboxes)") == list(lists.values())


@pytest.mark.parametrize(
    ("prices", "steps"),
    [
        ([280, 390, 850, 1690], [500, 1000, 1500]),
        ([80_000, 120_000, 230_000], [100_000, 150_000, 200_000]),
        ([3, 5], [4]),
        ([900, 900], []),
        ([], []),
    ],
)
def test_the_steps_of_a_price_filter_are_round_amounts_between_the_prices(evaluate, prices, steps):
    assert evaluate("menu-model.js", f"it.listPriceSteps({prices})") == steps


def test_a_menu_is_known_to_lack_what_was_picked(evaluate):
    menu = """{ optionGroups: [{ key: 'extras', options: [{ key: 'egg' }] }], sections: [{ items: [
        { key: 'soup', variants: [{ key: 'small' }], optionGroups: ['extras'] }, { key: 'tea' },
        { key: 'lunch', slots: [{ key: 'main', choices: [{ item: 'soup', variant: 'small' }] }] }] }] }"""
    egg = "{ group: 'extras', option: 'egg', count: 1 }"
    picks = {
        f"{{ item: 'soup', variant: 'small', options: [{egg}] }}": True,
        f"{{ item: 'lunch', options: [], parts: [{{ slot: 'main', item: 'soup', variant: 'small', options: [{egg}] }}] }}": True,
        "{ item: 'tea', options: [] }": True,
        "{ item: 'soup', variant: 'large', options: [] }": False,
        "{ item: 'tea', variant: 'small', options: [] }": False,
        f"{{ item: 'tea', options: [{egg}] }}": False,
        "{ item: 'lunch', options: [], parts: [{ slot: 'main', item: 'tea', options: [] }] }": False,
        "{ item: 'cake', options: [] }": False,
    }
    assert evaluate("menu-model.js", f"[{', '.join(picks)}].map((pick) => it.hasPick({menu}, pick))") == list(picks.values())


def test_a_saved_list_is_a_table_without_formulas(evaluate):
    rows = [["Name", "Note"], ['Ada "Countess"', "=1+1"], ["Kim, Lee", "-"], ["Bo", "line\nline"]]
    expected = '\ufeff"Name","Note"\r\n"Ada ""Countess""","\'=1+1"\r\n"Kim, Lee","\'-"\r\n"Bo","line\nline"\r\n'
    assert evaluate("parts/list-export.js", f"it.formatTable({json.dumps(rows)})") == expected


def test_the_error_of_a_stepper_stands_below_it(evaluate):
    found = evaluate("parts/form.js", """(() => {
        const form = document.createElement('form');
        const stepper = document.createElement('div');
        stepper.className = 'stepper';
        stepper.append(document.createElement('input'), document.createElement('button'));
        form.append(document.createElement('div'));
        form.firstChild.dataset.field = 'quantity';
        form.firstChild.append(stepper);
        it.showFieldError(form, 'quantity', 'Too many');
        const error = form.querySelector('.error');
        return [error.parentElement === form.firstChild, error.previousElementSibling.className, form.querySelector('input').getAttribute('aria-describedby') === error.id];
    })()""")

    assert found == [True, "stepper", True]


@pytest.mark.parametrize(
    ("text", "zone", "instant"),
    [
        ("2027-07-01T19:00", "Asia/Tokyo", "2027-07-01T10:00:00.000Z"),
        ("2027-03-28T02:30", "Europe/Helsinki", "2027-03-28T00:30:00.000Z"),
        ("2027-03-28T04:30", "Europe/Helsinki", "2027-03-28T01:30:00.000Z"),
        ("2027-12-31T23:30", "America/New_York", "2028-01-01T04:30:00.000Z"),
        ("2027-01-01T00:15", "Pacific/Auckland", "2026-12-31T11:15:00.000Z"),
    ],
)
def test_a_wall_time_is_converted_in_a_time_zone(evaluate, text, zone, instant):
    assert evaluate("time.js", f"it.fromWallTime('{text}', '{zone}')") == instant


LINE = "{ name: 'Curry', options: 'mild', note: null, tellsKitchen: null, quantity: 1, person: 'Ada', isStruck: false, isUnseen: false }"
ORDER = f"{{ id: '1', state: 'placed', revision: 4, hasUnseenChanges: false, lines: [{LINE}], placedAt: '2027-03-11T10:00:00Z', dueAt: null, promisedAt: null }}"


@pytest.mark.parametrize(
    ("changes", "minutes", "said"),
    [
        ("{}", 0, ["waiting", 0, "calm"]),
        ("{}", 3, ["waiting", 3, "near"]),
        ("{}", 6, ["waiting", 6, "late"]),
        ("{ placedAt: '2027-03-11T10:02:00Z' }", 0, ["waiting", 0, "calm"]),  # the tablet's clock is slow
        ("{ state: 'accepted', promisedAt: '2027-03-11T10:20:00Z' }", 0, ["due", 20, "calm"]),
        ("{ state: 'preparing', promisedAt: '2027-03-11T10:20:00Z' }", 15, ["due", 5, "near"]),
        ("{ state: 'preparing', promisedAt: '2027-03-11T10:20:00Z' }", 20, ["due", 0, "near"]),
        ("{ state: 'preparing', promisedAt: '2027-03-11T10:20:00Z' }", 26, ["late", 6, "late"]),
        ("{ state: 'accepted', dueAt: '2027-03-12T10:20:00Z' }", 0, ["distant", 1460, "calm"]),
        ("{ state: 'accepted' }", 9, ["working", 9, "calm"]),
        ("{ state: 'ready', readyAt: '2027-03-11T10:10:00Z' }", 30, ["ready", 20, "near"]),
        ("{ state: 'cancelled', cancelledAt: '2027-03-11T10:10:00Z' }", 30, ["cancelled", 20, "late"]),
    ],
)
def test_the_timer_of_an_order_counts_towards_what_is_next(evaluate, changes, minutes, said):
    now = f"Date.parse('2027-03-11T10:00:00Z') + {minutes} * 60_000"
    timer = evaluate("board-model.js", f"it.getTimer({{ ...{ORDER}, ...{changes} }}, {now})")
    assert [timer["kind"], timer["minutes"], timer["level"]] == said


def test_taps_that_were_not_sent_change_the_board_in_their_order(evaluate):
    def states(*taps: str):
        return evaluate("board-model.js", f"it.applyTaps([{ORDER}], [{', '.join(taps)}]).map(({{ state, promisedAt, isWaiting = false }}) => [state, promisedAt, isWaiting])")

    accept = "{ order: '1', kind: 'accepted', body: { from: 'placed', to: 'accepted', promisedAt: '2027-03-11T10:15:00Z' } }"
    ready = "{ order: '1', kind: 'ready', body: { from: 'accepted', to: 'ready' } }"
    assert states() == [["placed", None, False]]
    assert states(accept, ready) == [["ready", "2027-03-11T10:15:00Z", True]]
    assert states(ready, accept) == [["accepted", "2027-03-11T10:15:00Z", True]]  # a tap on another state changes nothing
    assert states(accept, "{ order: '2', kind: 'rejected', body: { from: 'placed', to: 'rejected' } }")[0][0] == "accepted"
    assert states("{ order: '1', kind: 'rejected', body: { from: 'placed', to: 'rejected' } }") == []


def test_seen_changes_are_no_longer_marked_and_a_seen_cancellation_leaves_the_board(evaluate):
    changed = f"{{ ...{ORDER}, hasUnseenChanges: true, lines: [{{ ...{LINE}, isUnseen: true }}] }}"
    seen = "[{ order: '1', kind: 'seen', body: { revision: 4 } }]"
    order = evaluate("board-model.js", f"it.applyTaps([{changed}], {seen})[0]")
    assert (order["hasUnseenChanges"], order["lines"][0]["isUnseen"]) == (False, False)
    assert evaluate("board-model.js", f"it.applyTaps([{{ ...{changed}, state: 'cancelled' }}], {seen})") == []
    assert evaluate("board-model.js", f"it.applyTaps([{{ ...{changed}, revision: 5 }}], {seen})[0].hasUnseenChanges")  # it has changed again


def test_every_dish_that_is_still_to_be_made_is_counted(evaluate):
    two = f"{{ ...{ORDER}, state: 'preparing', lines: [{{ ...{LINE}, quantity: 2 }}, {{ ...{LINE}, options: 'hot' }}, {{ ...{LINE}, isStruck: true }}] }}"
    counts = evaluate("board-model.js", f"it.countPortions([{ORDER}, {two}, {{ ...{ORDER}, state: 'ready' }}, {{ ...{ORDER}, state: 'cancelled' }}])")
    assert [(one["options"], one["portions"]) for one in counts] == [("mild", 3), ("hot", 1)]


def test_equal_dishes_are_one_line_and_what_was_taken_off_is_shown_until_it_was_seen(evaluate):
    lines = f"[{LINE}, {{ ...{LINE}, person: 'Bo', quantity: 2 }}, {{ ...{LINE}, tellsKitchen: 'nuts' }}, {{ ...{LINE}, isStruck: true }}, {{ ...{LINE}, isStruck: true, isUnseen: true }}]"
    merged = evaluate("board-model.js", f"it.mergeLines({lines})")
    assert [(one["quantity"], one["people"], one["isStruck"]) for one in merged] == [(3, ["Ada", "Bo"], False), (1, ["Ada"], False), (1, ["Ada"], True)]


@pytest.mark.parametrize(("now", "end"), [("23:00", "2027-03-28T01:00:00.000Z"), ("03:59", "2027-03-27T02:00:00.000Z"), ("04:00", "2027-03-28T01:00:00.000Z")])
def test_the_day_of_a_venue_ends_at_four(evaluate, now, end):
    # clocks in Helsinki go forward at 3:00 on the 28th
    assert evaluate("board-model.js", f"it.getEndOfDay('Europe/Helsinki', Date.parse('2027-03-27T{now}+02:00'))") == end


def test_a_time_that_has_passed_is_tomorrows(evaluate):
    times = "['10:30', '09:30'].map((time) => it.getNextTime(time, 'Europe/Helsinki', Date.parse('2027-03-11T10:00+02:00')))"
    assert evaluate("board-model.js", times) == ["2027-03-11T08:30:00.000Z", "2027-03-12T07:30:00.000Z"]
    assert evaluate("board-model.js", "it.getPromise(15, Date.parse('2027-03-11T10:00:20Z'))") == "2027-03-11T10:16:00Z"
