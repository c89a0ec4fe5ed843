import NoonishAPI
import Testing

@testable import Menus

/// The menu of one of several branches.
@Suite struct BranchMenuTests {
    private func item(_ key: String, at branch: RestaurantID) throws -> MenuItem? {
        try ThaiGarden.menu().resolved(for: branch).sections.flatMap(\.items).first { $0.key == key }
    }

    @Test func `a branch has its own prices, which differ by fulfilment only`() throws {
        let center = try #require(try item("green-curry", at: ThaiGarden.center)?.variants?.last)
        let harbour = try #require(try item("green-curry", at: ThaiGarden.harbour)?.variants?.last)

        #expect(center.priceMinor == 1_590)
        #expect(center.prices == [MenuPrice(fulfilment: .delivery, priceMinor: 1_690)])
        #expect(harbour.priceMinor == 1_490)
        #expect(harbour.prices == [MenuPrice(fulfilment: .delivery, priceMinor: 1_540)])
    }

    @Test func `what a branch does not offer is not on its menu, nor in its combos`() throws {
        #expect(try item("tofu", at: ThaiGarden.center)?.notAt == nil)
        #expect(try item("tofu", at: ThaiGarden.center) != nil)
        #expect(try item("tofu", at: ThaiGarden.harbour) == nil)
        #expect(
            try item("lunch", at: ThaiGarden.harbour)?.slots?.first?.choices.map(\.item) == [
                "green-curry", "green-curry",
            ])
    }

    @Test func `a combo goes with the last item of a slot, and a section with its last item`() throws {
        var menu = try ThaiGarden.menu()
        menu.sections[0].items[0].notAt = [ThaiGarden.harbour]

        let sections = menu.resolved(for: ThaiGarden.harbour).sections

        #expect(sections.map(\.key) == ["drinks"])
    }

    @Test(
        arguments: [
            (nil, nil, 10), (ThaiGarden.center, nil, 20), (ThaiGarden.center, .delivery, 30),
            (ThaiGarden.center, .pickUp, 20), (ThaiGarden.harbour, .delivery, 40),
            (ThaiGarden.harbour, .pickUp, 10),
            (nil, .delivery, 40),
        ] as [(RestaurantID?, GroupOrder.Fulfilment?, Int)])
    func
        `the price of a branch and a fulfilment is before that of a branch, and that before the fulfilment's`(
            branch: RestaurantID?, fulfilment: GroupOrder.Fulfilment?, price: Int
        )
    {
        let prices = [
            MenuPrice(fulfilment: .delivery, priceMinor: 40),
            MenuPrice(branch: ThaiGarden.center, fulfilment: .delivery, priceMinor: 30),
            MenuPrice(branch: ThaiGarden.center, priceMinor: 20),
        ]

        #expect(MenuPriceContext(branch: branch, fulfilment: fulfilment).price(10, prices) == price)
    }
}
