import HTTPKit
import JSON
import NIOCore
import NoonishAPI
import Testing

@testable import Menus

/// Reading menus in other formats.
@Suite struct MenuImportTests {
    private func read(
        _ text: String, language: String? = "en", currency: String? = "EUR"
    ) throws(MenuFaults) -> MenuImportFile.Content {
        try MenuImportFile(
            ByteBuffer(string: text), format: nil,
            defaults: MenuImportDefaults(language: language, currency: currency, pricesIncludeTax: true)
        ).read(branches: [])
    }

    private func faults(
        _ text: String, language: String? = "en", currency: String? = "EUR"
    ) -> [String] {
        do throws(MenuFaults) {
            _ = try read(text, language: language, currency: currency)
            return []
        } catch {
            return error.all.map { "\($0.pointer) \($0.code)" }
        }
    }

    @Test func `a published menu can be imported again`() throws {
        let menu = try ThaiGarden.menu().resolved(for: ThaiGarden.center)
        var writer = JSONWriter()
        PublishedMenu(restaurant: ThaiGarden.center, version: 3, menu: menu).encode(to: &writer)

        let published = try read(String(buffer: writer.finish()))
        let document = try read(String(buffer: menu.canonicalText))

        #expect(published.menu == menu)
        #expect(document.menu == menu)
    }

    @Test func `faults of a published version are at their pointers in the file`() throws {
        let menu = try ThaiGarden.text().replacing(#""kind": "drink""#, with: #""kind": "beverage""#)

        #expect(
            faults(#"{"restaurant": "\#(ThaiGarden.center)", "version": 1, "menu": \#(menu)}"#).contains(
                "/menu/sections/1/items/0/kind not_one_of"))
    }

    // MARK: Limits

    @Test(.timeLimit(.minutes(10)))
    func `a file of a megabyte is read once, whatever it repeats`() {
        let rows = (0..<35_000).map { "S\($0 % 100),Rice,1,v,Size: a\($0)" }
        #expect(faults("section,name,price,variant,options\n" + rows.joined(separator: "\n")) != [])
        let names = (0..<40_000).map { "A,Dish!\($0),1.00" }
        #expect(
            faults("section,name,price\n" + names.joined(separator: "\n"))
                == ["row 1002 too_many"])
        let sections = (0..<40_000).map { "S\($0),Rice,1.00" }
        #expect(
            faults("section,name,price\n" + sections.joined(separator: "\n")) == ["row 202 too_many"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `sections that are within themselves are refused`() {
        let references = Array(repeating: ##"{"@id": "#s"}"##, count: 100).joined(separator: ",")
        let circle = """
            {"@type": "Menu", "hasMenuSection": {"@type": "MenuSection", "@id": "#s", "name": "S",
             "hasMenuItem": {"name": "Rice", "offers": {"price": "1.00"}}, "hasMenuSection": [\(references)]}}
            """

        #expect(faults(circle) == (0..<100).map { "/hasMenuSection/hasMenuSection/\($0) circular_reference" })
    }

    @Test(.timeLimit(.minutes(10)))
    func `references that multiply the file are refused`() {
        func references(_ id: Int) -> String {
            Array(repeating: ##"{"@id": "#\##(id)"}"##, count: 100).joined(separator: ",")
        }
        let sections = (0..<7).map {
            ##"{"@type": "MenuSection", "@id": "#\##($0)", "name": "S", "hasMenuSection": [\##(references($0 + 1))]}"##
        }
        let menu = #"{"@type": "Menu", "hasMenuSection": [\#(references(0))]}"#

        #expect(
            faults("[\(menu),\(sections.joined(separator: ","))]").contains { $0.hasSuffix(" too_large") })
    }

    // MARK: Comma-separated text

    @Test func `reads text with commas, with variants, options and allergens`() throws {
        let content = try read(
            """
            section,key,name,price,variant,options,contains,diets,description,colour
            Curries,green,Green curry,12.90,Small,"Spice 1: mild, hot +0.50; Extras 0-2: egg +1, no rice -0.30","fish,milk",gluten free,With basil,green
            Curries,green,Green curry,15.90,Large,,,,,
            Curries,,Fried tofu,9.50,,"Spice 1: mild, hot +0.50",none,"vegan,vegetarian",,
            ,,,,,,,,,
            Drinks,,Cola,€3.00,,,,,,
            """)

        let menu = content.menu
        #expect(menu.sections.map(\.name) == ["Curries", "Drinks"])
        let green = menu.sections[0].items[0]
        #expect(green.key == "green" && green.priceMinor == nil && green.description == "With basil")
        #expect(green.variants?.map(\.priceMinor) == [1_290, 1_590])
        #expect(green.variants?.map(\.key) == ["small", "large"])
        #expect(green.contains == [.fish, .milk] && green.diets == [.glutenFree])
        #expect(green.optionGroups == ["spice", "extras"])
        let tofu = menu.sections[0].items[1]
        #expect(tofu.key == "fried-tofu" && tofu.contains == [] && tofu.diets == [.vegan, .vegetarian])
        #expect(tofu.optionGroups == ["spice"], "items with the same options share them")
        #expect(menu.sections[1].items[0].contains == nil)
        #expect(menu.optionGroups?.map(\.least) == [1, 0])
        #expect(menu.optionGroups?.map(\.most) == [1, 2])
        #expect(menu.optionGroups?[1].options.map(\.priceMinor) == [100, -30])
        #expect(content.ignored == ["colour": 1])
    }

    @Test func `what a further variant says of its item is counted, unless it is the same`() throws {
        let content = try read(
            """
            section,name,price,variant,options,contains
            Curries,Green curry,12.90,Small,"Spice: mild",fish
            Curries,Green curry,15.90,Large,"Spice: mild",milk
            """)

        #expect(content.menu.sections[0].items[0].contains == [.fish])
        #expect(content.ignored == ["contains of a further variant": 1])
    }

    @Test func `options that cannot be read are faults, and reductions can`() throws {
        func text(_ options: String) -> String {
            "section;name;price;options\nA;Rice;9,50;\"\(options)\""
        }
        let menu = try read(text("Extras: egg +1.20, no rice -0.50"), language: "de").menu

        #expect(menu.optionGroups?[0].options.map(\.priceMinor) == [120, -50])
        #expect(menu.sections[0].items[0].priceMinor == 950)
        #expect(faults(text("Extras: egg +1,20"), language: "de") == ["row 2 malformed_options"])
        #expect(faults(text("Extras: egg,, rice"), language: "de") == ["row 2 malformed_options"])
    }

    @Test func `reads semicolons and the decimals of the menu's language`() throws {
        let menu = try read(
            "section;name;price\nSuppen;Kürbissuppe;4,90\nSuppen;Große Suppe;1.200,50", language: "de"
        ).menu

        #expect(menu.sections[0].items.map(\.priceMinor) == [490, 120_050])
        #expect(menu.sections[0].items.map(\.key) == ["kurbissuppe", "grosse-suppe"])
    }

    @Test func `a price that does not fit the currency is a fault of its row, as everything else`() {
        #expect(faults("section,name,price\nA,Rice,9.5", currency: "JPY") == ["row 2 malformed_amount"])
        #expect(
            faults(
                """
                section,key,name,price,options,contains
                A,,Rice,9.505,,
                A,,,1,,
                A,x,Soup,3,,love
                A,x,Other soup,3,,
                A,,Noodles,5,Spice: ,
                A,,Bread,-2,,
                """) == [
                    "row 2 malformed_amount", "row 3 missing", "row 4 unknown_allergen",
                    "row 5 duplicate_key",
                    "row 6 malformed_options", "row 7/priceMinor out_of_range",
                ])
        #expect(faults("section,name,price\nA,Rice,1", currency: nil) == [" unknown_currency"])
        #expect(faults("section,name,price\nA,Rice,1", language: nil) == [" malformed_language"])
        #expect(faults("section,name,price\n\"A,Rice,1") == [" malformed_csv"])
        #expect(faults("") == ["/sections no_items"])
    }

    // MARK: schema.org

    /// The structure is that of pages on the web: a graph, references, entities, prices as numbers and texts.
    private let linked = """
        {"@context": "https://schema.org", "@graph": [
          {"@type": "Restaurant", "name": "Fish &amp; Co", "hasMenu": {"@id": "#menu"}},
          {"@type": ["Menu"], "@id": "#menu", "name": "Menu", "inLanguage": "en-GB", "hasMenuSection": [
            {"@type": "MenuSection", "name": "Mains", "description": "From noon", "hasMenuItem": [
              {"@type": "MenuItem", "identifier": "m1", "name": "Fish &amp;  chips", "description": "Cod<br/>in <b class='x'>batter</b>",
               "offers": {"@type": "Offer", "price": 12.5, "priceCurrency": "GBP"}, "image": "f.jpg",
               "suitableForDiet": ["https://schema.org/GlutenFreeDiet", "https://schema.org/LowLactoseDiet"],
               "nutrition": {"@type": "NutritionInformation", "calories": "900 kcal"},
               "menuAddOn": [{"@type": "MenuItem", "name": "Peas", "offers": {"price": "1.50"}},
                             {"@type": "MenuItem", "name": "Salt"}]},
              {"@id": "#pie"},
              {"@type": "MenuItem", "name": "Catch of the day", "offers": {"price": ""}}],
             "hasMenuSection": {"@type": "MenuSection", "name": "Sides", "hasMenuItem":
               {"@type": "MenuItem", "name": "Mash", "offers": [{"price": "3", "name": "Bowl"}, {"price": "4.00", "name": "Pot"}],
                "suitableForDiet": "VeganDiet"}}}]},
          {"@type": "MenuItem", "@id": "#pie", "name": "Pie", "offers": {"price": "£9.00", "priceCurrency": "GBP"}}]}
        """

    @Test func `reads the menu of a restaurant's web page`() throws {
        let content = try read(linked, language: nil, currency: nil)

        let menu = content.menu
        #expect(menu.language == "en-GB" && menu.currency == "GBP")
        #expect(menu.sections.map(\.name) == ["Mains", "Sides"])
        let fish = menu.sections[0].items[0]
        #expect(fish.key == "m1" && fish.name == "Fish & chips" && fish.description == "Cod in batter")
        #expect(fish.priceMinor == 1_250 && fish.diets == [.glutenFree] && fish.contains == nil)
        #expect(menu.optionGroups?.map(\.name) == ["Extras"] && fish.optionGroups == ["extras"])
        #expect(menu.optionGroups?[0].options.map(\.priceMinor) == [150, 0])
        #expect(menu.sections[0].items.map(\.name) == ["Fish & chips", "Pie"])
        #expect(menu.sections[0].items[1].priceMinor == 900)
        #expect(menu.sections[1].items[0].variants?.map(\.priceMinor) == [300, 400])
        #expect(content.ignored == ["image": 1, "nutrition": 1, "items without a price": 1])
    }

    @Test func `faults of a web page's menu are at their pointers in the file`() {
        #expect(
            faults(linked.replacing(#""price": 12.5"#, with: #""price": "12.505""#), currency: nil)
                == ["/@graph/1/hasMenuSection/0/hasMenuItem/0/offers malformed_amount"])
        #expect(
            faults(
                linked.replacing(
                    #""price": "£9.00", "priceCurrency": "GBP""#, with: #""price": 9, "priceCurrency": "EUR""#
                ), currency: nil)
                == ["/@graph/1/hasMenuSection/0/hasMenuItem/1/offers another_currency"])
        #expect(
            faults(
                linked.replacing("Fish &amp;  chips", with: String(repeating: "x", count: 300)), currency: nil
            )
                == ["/@graph/1/hasMenuSection/0/hasMenuItem/0/name too_long"])
        #expect(faults(#"{"@type": "Restaurant"}"#) == [" no_menu"])
    }

    @Test func `a menu counts once, and a reference with a type does not replace it`() throws {
        let stub = ##"{"@type": "Menu", "@id": "#menu"}"##
        let item = ##"{"@type": "MenuItem", "@id": "#pie"}"##
        let changed =
            linked
            .replacing(##""hasMenu": {"@id": "#menu"}"##, with: #""hasMenu": [\#(stub), \#(stub)]"#)
            .replacing(##"{"@id": "#pie"}"##, with: item)
            .replacing(
                #""offers": {"price": "£9.00""#,
                with: ##""isRelatedTo": {"@type": "MenuItem", "@id": "#m1"}, "offers": {"price": "£9.00""##)
        let after = changed.replacing(
            #""£9.00", "priceCurrency": "GBP"}}]}"#,
            with: #""£9.00", "priceCurrency": "GBP"}}, \#(stub), \#(item)]}"#)

        let content = try read(after, language: nil, currency: nil)

        #expect(content.menu.sections == (try read(linked, language: nil, currency: nil)).menu.sections)
    }

    @Test func `reads the menu within a web page, whatever else the page has`() throws {
        let page = """
            <!doctype html><html><head><title>Fish &amp; Co</title>
            <script type="application/ld+json">{"@context": "https://schema.org", "@type": "WebSite"}</script>
            <SCRIPT id=menu TYPE='application/LD+JSON' >\n\(linked)</SCRIPT><script>let a = 1 > 2</script></head></html>
            """

        #expect(try read(page).menu == read(linked).menu)
        #expect(
            faults(page.replacing(#""price": 12.5"#, with: #""price": "12.505""#), currency: nil)
                == ["/1/@graph/1/hasMenuSection/0/hasMenuItem/0/offers malformed_amount"])
        #expect(faults(page.replacing(#""price": 12.5"#, with: #""price": 12.5.5"#)).count == 1)
        #expect(faults("<html></html>") == [" no_menu"])
    }

    // MARK: Open Menu

    private let openMenu = """
        {"response": {"result": {"menus": [{"menu_name": "Lunch", "currency_symbol": "USD", "language": "en",
          "menu_groups": [{"group_name": "Starters", "group_description": "", "menu_items": [
            {"item_uid": "r1", "menu_item_name": "Fresh roll", "menu_item_description": null, "menu_item_price": null,
             "menu_item_sizes": [{"menu_item_size_name": "Two", "menu_item_size_price": "5.95"},
                                 {"menu_item_size_name": "Four", "menu_item_size_price": "9.95"}],
             "vegan": "1", "halal": null, "menu_item_allergy_information_allergens": "Peanuts, soybeans",
             "menu_item_options": [{"item_options_name": "Your choice", "menu_item_option_min_selected": "1",
               "menu_item_option_max_selected": "1", "option_items": [
                 {"menu_item_option_name": "Vegetables", "menu_item_option_additional_cost": null},
                 {"menu_item_option_name": "Shrimp ", "menu_item_option_additional_cost": "2.00"}]}]},
            {"menu_item_name": "Soup", "menu_item_price": "4.50", "menu_item_allergy_information_allergens": "shellfish"},
            {"menu_item_name": "Secret", "menu_item_price": null}]}]}]}}}
        """

    @Test func `reads the menu of Open Menu`() throws {
        let content = try read(openMenu, language: nil, currency: nil)

        let menu = content.menu
        #expect(menu.currency == "USD" && menu.sections.map(\.name) == ["Starters"])
        let roll = menu.sections[0].items[0]
        #expect(roll.key == "r1" && roll.variants?.map(\.priceMinor) == [595, 995])
        #expect(roll.diets == [.vegan] && roll.contains == [.peanuts, .soybeans])
        #expect(menu.optionGroups?.first?.least == 1 && menu.optionGroups?.first?.most == 1)
        #expect(menu.optionGroups?.first?.options.map(\.name) == ["Vegetables", "Shrimp"])
        #expect(menu.optionGroups?.first?.options.map(\.priceMinor) == [0, 200])
        let soup = menu.sections[0].items[1]
        #expect(soup.contains == nil, "a list that is not understood states nothing")
        #expect(
            content.ignored == ["items without a price": 1, "menu_item_allergy_information_allergens": 1])
    }

    @Test func `faults of Open Menu are at their pointers in the file`() {
        #expect(
            faults(openMenu.replacing(#""4.50""#, with: #""market price""#))
                == ["/response/result/menus/0/menu_groups/0/menu_items/1 malformed_amount"])
        #expect(
            faults(
                openMenu.replacing(
                    #""menu_item_option_min_selected": "1""#, with: #""menu_item_option_min_selected": "4""#))
                == ["most below_least", "least too_few_options"].map {
                    "/response/result/menus/0/menu_groups/0/menu_items/0/menu_item_options/0/\($0)"
                })
        #expect(faults(#"{"menus": []}"#) == [" no_menu"])
    }

    // MARK: Keys

    @Test func `keys are readable, unique, and the same for the same file`() {
        var keys = MenuKeys()

        #expect(keys.key(nil, name: "Pad Thai") == "pad-thai")
        #expect(keys.key(nil, name: "PAD THAI!") == "pad-thai-2")
        #expect(keys.key("SKU_7", name: "Pad Thai") == "SKU_7")
        #expect(keys.key("https://x.example/7", name: "Pad Thai") == "https-x-example-7")
        #expect(keys.key(nil, name: "寿司").isMenuKey)
        #expect(keys.key(nil, name: "🍣") == "item")
        #expect(keys.key(nil, name: "🍕") == "item-2")
    }
}
