import Testing

@testable import Menus

@Suite struct DishCostTests {
    @Test(arguments: ["AED", "EUR", "JPY", "ZWL"], [0, 1, 950, 9_007_199_254])
    func `a cost keeps its currency and is in the range of its own only`(currency: String, minor: Int) {
        let cost = DishCost.number(minor, currency)

        #expect(DishCost.currency(of: cost) == currency)
        #expect(DishCost.range(upTo: minor, currency).contains(cost))
        #expect(DishCost.range(upTo: nil, currency).contains(cost))
        #expect(minor == 0 || !DishCost.range(upTo: minor - 1, currency).contains(cost))
        #expect(!DishCost.range(upTo: nil, "SEK").contains(cost))
    }
}
