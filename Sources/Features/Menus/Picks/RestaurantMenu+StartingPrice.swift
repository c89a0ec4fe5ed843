package import NoonishAPI

extension RestaurantMenu {
    /// The lowest price of an item with what has to be chosen, in minor units.
    package func lowestPriceMinor(of item: MenuItem) -> Int { startingPrice(of: item).minor }

    /// The lowest price of an item with what has to be chosen, and whether other choices that are required cost more.
    ///
    /// Options that no one has to choose do not count, even those that make the item cheaper.
    func startingPrice(of item: MenuItem) -> StartingPrice {
        let bases = item.variants?.map(\.priceMinor) ?? [item.priceMinor ?? 0]
        var price = StartingPrice(minor: bases.min() ?? 0, varies: Set(bases).count > 1)
        price += requiredOptions(of: item)
        for slot in item.slots ?? [] where slot.least > 0 {
            let choices = slot.choices.map { choice -> StartingPrice in
                var price = StartingPrice(minor: choice.surchargeMinor, varies: false)
                if let item = self.item(choice.item) { price += requiredOptions(of: item) }
                return price
            }
            price += StartingPrice(choices, least: slot.least, ofEach: slot.least)
        }
        return price
    }

    private func requiredOptions(of item: MenuItem) -> StartingPrice {
        (item.optionGroups ?? []).reduce(into: StartingPrice(minor: 0, varies: false)) { price, key in
            guard let group = optionGroups?.first(where: { $0.key == key }), group.least > 0 else { return }
            let options = group.options.map { StartingPrice(minor: $0.priceMinor, varies: false) }
            price += StartingPrice(options, least: group.least, ofEach: group.mostOfEach)
        }
    }
}

/// What an item costs at least, in minor units.
struct StartingPrice: Hashable {
    private(set) var minor: Int
    private(set) var varies: Bool

    init(minor: Int, varies: Bool) {
        self.minor = minor
        self.varies = varies
    }

    /// The sum of `least` of the choices, each at most `ofEach` times.
    init(_ choices: [StartingPrice], least: Int, ofEach: Int) {
        minor = choices.map(\.minor).lowestSum(ofEach: ofEach, least: least, most: least)
        varies = choices.contains(where: \.varies) || Set(choices.map(\.minor)).count > 1
    }

    static func += (price: inout StartingPrice, other: StartingPrice) {
        price.minor += other.minor
        price.varies = price.varies || other.varies
    }
}
