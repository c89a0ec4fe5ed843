import Foundation
import NoonishAPI
import Testing

@testable import Menus

/// The price of what a person chooses.
@Suite struct MenuPickTests {
    private func pick(
        _ item: String, _ variant: String? = nil, _ options: [(String, String, Int)] = [],
        parts: [(String, MenuPick)] = []
    ) -> MenuPick {
        MenuPick(
            item: item, variant: variant,
            options: options.map { MenuPick.Option(group: $0.0, option: $0.1, count: $0.2) },
            parts: parts.map { slot, pick in
                MenuPick.Part(slot: slot, item: pick.item, variant: pick.variant, options: pick.options)
            })
    }

    private func price(
        _ pick: MenuPick, for fulfilment: GroupOrder.Fulfilment = .pickUp
    ) throws -> PricedPick {
        try ThaiGarden.menu().resolved(for: ThaiGarden.center).priced(pick, for: fulfilment)
    }

    @Test func `is that of the variant with its options, for the fulfilment`() throws {
        let large = pick("green-curry", "large", [("extras", "egg", 2), ("spice", "hot", 1)])

        let priced = try price(large)

        #expect(priced.name == "Green curry" && priced.options == "Large, Hot, 2 × Egg")
        #expect(priced.unitMinor == 1_840)
        #expect(try price(large, for: .delivery).unitMinor == 1_690 + 70 + 200)
        let water = try price(pick("water"))
        #expect(water.name == "Water" && water.options == nil && water.unitMinor == 200)
        #expect(water.position > priced.position)
        #expect(try price(pick("tofu", nil, [("extras", "no-cheese", 3)])).unitMinor == 800)
    }

    @Test func `of a combo is its own, with surcharges and options of its parts`() throws {
        let main = pick("green-curry", "large", [("spice", "hot", 1)])

        let lunch = try price(pick("lunch", parts: [("main", main), ("drink", pick("cola", "can"))]))

        #expect(lunch.unitMinor == 1_390 + 250 + 50)
        #expect(lunch.options == "Main course: Green curry, Large, Hot, Drink: Cola, 0.33 l")
    }

    /// Expects the faults of a pick, as pointers with reasons.
    private func refuse(_ pick: MenuPick, _ faults: (String, MenuPickFault.Reason)...) {
        let expected = faults.map { MenuPickFault(pointer: $0.0, reason: $0.1) }
        #expect(throws: MenuPickError.faults(expected), "\(pick)") { try price(pick) }
    }

    @Test func `is refused for what the menu does not offer, with every fault`() {
        let mild = ("spice", "mild", 1)

        #expect(throws: MenuPickError.notOnMenu) { try price(pick("rice")) }
        refuse(pick("cola"), ("/variant", .wrongVariant))
        refuse(pick("cola", "barrel"), ("/variant", .wrongVariant))
        refuse(pick("water", "can"), ("/variant", .wrongVariant))
        refuse(pick("water", nil, [mild]), ("/options/0", .wrongOption))
        refuse(pick("green-curry", "small"), ("/options", .tooFew(of: "Spice", least: 1)))
        refuse(
            pick("green-curry", "small", [mild, ("spice", "hot", 1)]),
            ("/options", .tooMany(of: "Spice", most: 1)))
        refuse(
            pick("green-curry", "small", [("spice", "mild", 2)]), ("/options/0", .wrongOption),
            ("/options", .tooMany(of: "Spice", most: 1)))
        refuse(
            pick("green-curry", "barrel", [("spice", "mild", 0)]), ("/variant", .wrongVariant),
            ("/options/0", .wrongOption), ("/options", .tooFew(of: "Spice", least: 1)))
        refuse(
            pick("green-curry", "small", [mild, mild]), ("/options/1", .wrongOption),
            ("/options", .tooMany(of: "Spice", most: 1)))
        refuse(
            pick("green-curry", "small", [mild, ("spice", "love", 1)]), ("/options/1", .wrongOption),
            ("/options", .tooMany(of: "Spice", most: 1)))
    }

    @Test func `of a combo is refused for parts that the combo does not offer`() {
        let main = ("main", pick("tofu"))
        let water = ("drink", pick("water"))

        refuse(pick("lunch"), ("/parts", .tooFew(of: "Main course", least: 1)))
        refuse(pick("lunch", parts: [("main", pick("water"))]), ("/parts/0", .wrongPart))
        refuse(pick("lunch", parts: [main, ("dessert", pick("water"))]), ("/parts/1", .wrongPart))
        refuse(pick("water", parts: [main]), ("/parts/0", .wrongPart))
        refuse(
            pick("lunch", parts: [main, water, water, water]), ("/parts", .tooMany(of: "Drink", most: 2)))
    }

    @Test func `is the same in another order of its options and parts`() {
        let options = [("extras", "egg", 2), ("spice", "hot", 1)]
        let parts = [("drink", pick("cola", "can")), ("main", pick("tofu", nil, options))]
        let other = [("main", pick("tofu", nil, options.reversed())), ("drink", pick("cola", "can"))]

        #expect(
            pick("lunch", nil, options, parts: parts).sorted
                == pick("lunch", nil, options.reversed(), parts: other).sorted)
    }

    @Test func `hours of a section and days of an item decide when it is served`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))
        var menu = try ThaiGarden.menu().resolved(for: ThaiGarden.center)
        menu.hours = nil
        menu.sections[0].hours = "Mo-Fr 11:00-15:00"
        menu.sections[0].items[0].hours = nil
        menu.sections[0].items[0].firstDay = "2027-03-11"
        menu.sections[0].items[0].lastDay = "2027-03-12"
        let key = menu.sections[0].items[0].key
        func serves(_ time: String) throws -> Bool {
            try menu.serves(key, at: Date(time, strategy: .iso8601), in: zone)
        }

        #expect(try serves("2027-03-11T12:30:00+02:00"))
        #expect(try !serves("2027-03-11T15:30:00+02:00"))
        #expect(try !serves("2027-03-10T12:30:00+02:00"))
        #expect(try !serves("2027-03-13T12:30:00+02:00"))
        #expect(!menu.serves("rice", at: Date(), in: zone))
    }

    @Test func `a combo is not served without a part that has to be chosen`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))
        var menu = try ThaiGarden.menu().resolved(for: ThaiGarden.harbour)
        let afternoon = try Date("2027-03-11T14:30:00+02:00", strategy: .iso8601)

        #expect(menu.unservedItems(at: afternoon, in: zone) == ["green-curry", "lunch"])
        menu.sections[2].items[0].slots?[0].least = 0
        #expect(menu.unservedItems(at: afternoon, in: zone) == ["green-curry"])
    }
}
