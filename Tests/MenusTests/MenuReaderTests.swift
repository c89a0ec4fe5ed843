import Access
import HTTPKit
import JSON
import NIOCore
import NoonishAPI
import Testing

@testable import Menus

/// Reading documents of menus.
@Suite struct MenuReaderTests {
    @Test func `a sound menu is written as it was read`() throws {
        let document = try JSONValue(parsing: ThaiGarden.text())

        let menu = try MenuReader.read(document, branches: ThaiGarden.branches)

        #expect(try JSONValue(parsing: menu.canonicalText) == document)
        var writer = JSONWriter()
        document.encode(to: &writer)
        #expect(menu.canonicalText == writer.finish(), "the members have the canonical order")
    }

    @Test func `allergens are stated, none, or not stated`() throws {
        let items = try ThaiGarden.menu().sections.flatMap(\.items)

        #expect(items.first { $0.key == "green-curry" }?.contains == [.fish, .milk])
        #expect(items.first { $0.key == "tofu" }?.contains == [])
        #expect(items.first { $0.key == "water" }?.contains == nil)
    }

    @Test(arguments: [
        (#""schemaVersion": 1"#, #""schemaVersion": 2"#, "/schemaVersion newer_version"),
        (#""schemaVersion": 1,"#, "", "/schemaVersion missing"),
        (#""currency": "EUR""#, #""currency": "XXQ""#, "/currency unknown_currency"),
        (#""language": "en""#, #""language": "English""#, "/language malformed_language"),
        ("Mo-Fr 11:00-15:00", "when we like", "/hours unreadable_hours"),
        ("https://thai", "javascript:thai", "/url malformed_url"),
        (#""percent": "25.5""#, #""percent": "125.5""#, "/taxes/1/percent malformed_percentage"),
        (
            #"{"key": "drink", "name": "ALV", "fulfilment": "pick_up", "percent": "13.5"},"#, "",
            "/taxes rate_missing"
        ),
        (#""key": "drinks""#, #""key": "curries""#, "/sections/1/key duplicate_key"),
        (#""key": "water""#, #""key": "cola""#, "/sections/1/items/1/key duplicate_key"),
        (#""key": "bottle""#, #""key": "can""#, "/sections/1/items/0/variants/1/key duplicate_key"),
        (#""key": "extras", "name""#, #""key": "spice", "name""#, "/optionGroups/1/key duplicate_key"),
        (#""key": "tofu""#, #""key": "tofu!""#, "/sections/0/items/1/key malformed_key"),
        (#""priceMinor": 950"#, #""priceMinor": -1"#, "/sections/0/items/1/priceMinor out_of_range"),
        (#""priceMinor": 950"#, #""priceMinor": 9.50"#, "/sections/0/items/1/priceMinor wrong_type"),
        (#""priceMinor": 950"#, #""priceMinor": null"#, "/sections/0/items/1/priceMinor missing"),
        (
            #""priceMinor": 950"#, #""price": 950, "priceMinor": 950"#,
            "/sections/0/items/1/price unknown_field"
        ),
        (
            #""tax": "food", "variants""#, #""tax": "food", "priceMinor": 1, "variants""#,
            "/sections/0/items/0/priceMinor price_of_variants"
        ),
        (#""kind": "combo""#, #""kind": "dish""#, "/sections/2/items/0/slots slots_of_combo"),
        (
            #""tax": "food", "optionGroups""#, #""tax": "wine", "optionGroups""#,
            "/sections/0/items/1/tax unknown_tax"
        ),
        (#""priceMinor": 200, "tax": "drink""#, #""priceMinor": 200"#, "/sections/1/items/1/tax missing"),
        (
            #""optionGroups": ["spice", "extras"]"#, #""optionGroups": ["spice", "sauce"]"#,
            "/sections/0/items/0/optionGroups/1 unknown_option_group"
        ),
        (#"["fish", "milk"]"#, #"["fish", "love"]"#, "/sections/0/items/0/contains/1 not_one_of"),
        ("2027-03-11", "2027-02-30", "/sections/0/items/0/firstDay malformed_date"),
        ("2027-04-11", "2027-01-11", "/sections/0/items/0/lastDay before_first_day"),
        (#""mostPerPerson": 5"#, #""mostPerPerson": 0"#, "/sections/0/items/0/mostPerPerson out_of_range"),
        (
            "0198c0de-0000-7000-8000-000000000002", "0198c0de-0000-7000-8000-000000000009",
            "/sections/0/items/1/notAt/0 unknown_branch"
        ),
        (
            #"{"fulfilment": "delivery", "priceMinor": 70}"#, #"{"priceMinor": 70}"#,
            "/optionGroups/0/options/1/prices/0/fulfilment missing"
        ),
        (
            #""fulfilment": "delivery", "priceMinor": 1690}"#, #""priceMinor": 1690}"#,
            "/sections/0/items/0/variants/1/prices/1/priceMinor duplicate_price"
        ),
        (
            #""least": 1, "most": 1, "mostOfEach""#, #""least": 3, "most": 4, "mostOfEach""#,
            "/optionGroups/0/least too_few_options"
        ),
        (
            #""least": 1, "most": 1, "mostOfEach""#, #""least": 2, "most": 1, "mostOfEach""#,
            "/optionGroups/0/most below_least"
        ),
        (
            #"{"item": "tofu", "surchargeMinor": 0}"#, #"{"item": "rice", "surchargeMinor": 0}"#,
            "/sections/2/items/0/slots/0/choices/2/item unknown_item"
        ),
        (
            #"{"item": "tofu", "surchargeMinor": 0}"#, #"{"item": "lunch", "surchargeMinor": 0}"#,
            "/sections/2/items/0/slots/0/choices/2/item combo_in_combo"
        ),
        (
            #""variant": "can", "surcharge"#, #""variant": "barrel", "surcharge"#,
            "/sections/2/items/0/slots/1/choices/0/variant unknown_variant"
        ),
        (
            #""variant": "can", "surcharge"#, #""surcharge"#,
            "/sections/2/items/0/slots/1/choices/0/variant missing"
        ),
        (#""priceMinor": -50"#, #""priceMinor": -350"#, "/optionGroups/1/options/1/priceMinor below_zero"),
        (#""priceMinor": 950"#, #""variants": []"#, "/sections/0/items/1/priceMinor missing"),
        (#"{"fi": "Curryt""#, #"{"Finnish": "Curryt""#, "/sections/0/names/Finnish malformed_language"),
    ])
    func `a fault is found where it is`(old: String, new: String, fault: String) throws {
        #expect(try ThaiGarden.faults(old, new).first == fault)
    }

    @Test func `all faults are found at once, also in what has faults itself`() throws {
        let document: JSONValue = try JSONValue(
            parsing: """
                {"schemaVersion": 1, "language": "en", "currency": "EUR", "pricesIncludeTax": "yes",
                 "sections": [{"key": "a", "name": "", "items": [
                   {"key": "x", "kind": "dish", "name": "X"},
                   {"key": "x", "kind": "drink", "name": "Y", "priceMinor": 1, "colour": "red"},
                   7,
                   {"key": "z", "kind": "combo", "name": "Z", "priceMinor": 1, "slots": [
                     {"key": "s", "name": "S", "choices": [{"item": "x"}, {"item": "w"}]}]}]}]}
                """)

        #expect(
            ThaiGarden.faults(document) == [
                "/pricesIncludeTax wrong_type", "/sections/0/name blank",
                "/sections/0/items/0/priceMinor missing",
                "/sections/0/items/1/key duplicate_key", "/sections/0/items/1/colour unknown_field",
                "/sections/0/items/2 wrong_type", "/sections/0/items/3/slots/0/choices/1/item unknown_item",
            ])
    }

    @Test func `of five thousand faults the first hundred are reported, and all are counted`() throws {
        let item = #"{"key":"*","kind":"dish","name":"","priceMinor":1}"#
        let section =
            #"{"key":"#
            + #""s%","name":"S","items":["# + Array(repeating: item, count: 500).joined(separator: ",") + "]}"
        let sections = (0..<5).map { section.replacing("%", with: String($0)) }.joined(separator: ",")
        let text =
            #"{"schemaVersion":1,"language":"en","currency":"EUR","pricesIncludeTax":true,"sections":[\#(sections)]}"#

        let faults = try #require(throws: MenuFaults.self) {
            try MenuReader.read(text: ByteBuffer(string: text), branches: [])
        }

        #expect(faults.all.count == 5_000)
        #expect(faults.first.count == 100)
        #expect(faults.description.hasSuffix("\nand 4900 more"))
    }

    @Test func `text that is too long, nested too deeply or no JSON is one fault`() {
        func code(_ text: String) -> String? {
            do throws(MenuFaults) {
                _ = try MenuReader.read(text: ByteBuffer(string: text), branches: [])
                return nil
            } catch {
                return error.all.count == 1 ? error.all[0].code : "several"
            }
        }

        #expect(code(#"{"name":""# + String(repeating: "a", count: 1_100_000) + #""}"#) == "too_large")
        #expect(code(String(repeating: "[", count: 40)) == "too_deep")
        #expect(code(#"{"schemaVersion":"#) == "ends_early")
        #expect(code("[]") == "not_an_object")
    }

    @Test func `a reduction is refused only where it can make an item cost less than nothing`() throws {
        let reduction = #""priceMinor": -50, "preselected""#
        let most = #""least": 0, "mostOfEach": 3"#

        // Tofu costs 9.50, and an option can be chosen three times.
        #expect(try ThaiGarden.faults(reduction, #""priceMinor": -316, "preselected""#) == [])
        #expect(try ThaiGarden.faults(reduction, #""priceMinor": -317, "preselected""#).count == 1)
        #expect(try ThaiGarden.faults(most, #""least": 0, "most": 2, "mostOfEach": 3"#) == [])
        // Only the delivery of it would be below zero.
        #expect(
            try ThaiGarden.faults(
                reduction,
                #""priceMinor": -50, "prices": [{"fulfilment": "delivery", "priceMinor": -400}], "preselected""#
            ) == ["/optionGroups/1/options/1/priceMinor below_zero"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a menu with many items, branches and reductions is checked in reasonable time`() throws {
        let branches = (0..<200).map { _ in RestaurantID.make() }
        let prices = branches.map { #"{"branch":"\#($0)","priceMinor":-1}"# }.joined(separator: ",")
        let items = (0..<1_000).map {
            #"{"key":"i\#($0)","kind":"dish","name":"I","priceMinor":100,"optionGroups":["g"]}"#
        }
        let text = """
            {"schemaVersion": 1, "language": "en", "currency": "EUR", "pricesIncludeTax": true,
             "optionGroups": [{"key": "g", "name": "G", "mostOfEach": 99, "options":
              [{"key": "o", "name": "O", "priceMinor": -1, "prices": [\(prices)]}]}],
             "sections": [{"key": "s", "name": "S", "items": [\(items.joined(separator: ","))]}]}
            """

        let menu = try MenuReader.read(text: ByteBuffer(string: text), branches: Set(branches))

        #expect(menu.sections[0].items.count == 1_000)
    }

    @Test func `empty lists are as if they were not there`() throws {
        let menu = """
            {"schemaVersion": 1, "language": "en", "currency": "EUR", "pricesIncludeTax": true, "sections": [%]}
            """
        func faults(_ section: String) throws -> [String] {
            ThaiGarden.faults(try JSONValue(parsing: menu.replacing("%", with: section)))
        }
        let combo = #"{"key": "a", "kind": "combo", "name": "A", "priceMinor": 1, "slots": *}"#
        let section = #"{"key": "s", "name": "S", "items": [\#(combo)]}"#

        #expect(try faults("") == ["/sections no_items"])
        #expect(try faults(#"{"key": "s", "name": "S", "items": []}"#) == ["/sections no_items"])
        #expect(
            try faults(section.replacing("*", with: "[]")) == ["/sections/0/items/0/slots slots_of_combo"])
        #expect(
            try faults(section.replacing("*", with: #"[{"key": "s", "name": "S", "choices": []}]"#))
                == ["/sections/0/items/0/slots/0/choices missing"])
    }

    @Test func `a menu of five hundred dishes stays within 150 kB`() throws {
        let menu = RestaurantMenu.large(dishes: 500)

        let text = menu.canonicalText

        #expect(text.readableBytes <= 150_000)
        #expect(try MenuReader.read(text: text, branches: []) == menu)
    }
}

extension RestaurantMenu {
    /// A menu as restaurants have them, only longer.
    static func large(dishes: Int) -> RestaurantMenu {
        let group = MenuOptionGroup(
            key: "size", name: "Size", least: 1, most: 1, mostOfEach: 1,
            options: [
                MenuOption(key: "normal", name: "Normal", priceMinor: 0, preselected: true),
                MenuOption(key: "large", name: "Large", priceMinor: 250, preselected: false),
            ])
        let items = (0..<dishes).map { number in
            MenuItem(
                key: "dish-\(number)", kind: .dish, name: "Curry number \(number)",
                names: ["fi": "Curry numero \(number)"],
                description: "With bamboo shoots, basil, coconut milk and jasmine rice",
                priceMinor: 900 + number,
                optionGroups: ["size"], contains: [.fish, .milk], diets: [.glutenFree])
        }
        return RestaurantMenu(
            language: "en", currency: "EUR", pricesIncludeTax: true, optionGroups: [group],
            sections: [MenuSection(key: "curries", name: "Curries", items: items)])
    }
}
