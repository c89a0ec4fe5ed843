import HTTPKit
import NoonishAPI

extension MenuReader {
    /// Refuses options that make an item cost less than nothing, at any branch and for any fulfilment.
    ///
    /// The fault is at the option that reduces the price most.
    func checkPrices(_ root: inout ObjectReader) {
        guard groups.values.contains(where: { $0.value.options.contains(where: \.canReduce) }) else { return }
        let contexts = contexts()
        var refused: Set<String> = []
        for item in completeItems {
            for context in contexts where cheapest(item.value, in: context) < 0 {
                guard let option = reduction(of: item.value, in: context) else { continue }
                guard refused.insert(option).inserted else { break }
                root.refuse(
                    String(option.dropFirst()), "below_zero",
                    "With this option, \(item.value.name) can cost less than nothing.")
                break
            }
        }
    }

    /// The branches and fulfilments that any price names, with the usual case.
    private func contexts() -> [MenuPriceContext] {
        let lists =
            completeItems.flatMap { [$0.value.prices] + ($0.value.variants ?? []).map(\.prices) }
            + groups.values.flatMap { $0.value.options.map(\.prices) }
        let named = lists.compactMap(\.self).joined()
        let branches = [nil] + Set(named.compactMap(\.branch)).sorted()
        let fulfilments = Set(named.compactMap(\.fulfilment))
        return branches.flatMap { branch in
            ([nil] + GroupOrder.Fulfilment.allCases.filter(fulfilments.contains)).map {
                MenuPriceContext(branch: branch, fulfilment: $0)
            }
        }
    }

    /// The lowest price of an item with options.
    private func cheapest(_ item: MenuItem, in context: MenuPriceContext) -> Int {
        let price =
            item.variants.map { $0.map { context.price($0.priceMinor, $0.prices) }.min() ?? 0 }
            ?? context.price(item.priceMinor ?? 0, item.prices)
        let slots = (item.slots ?? []).map { slot -> Int in
            let choices = slot.choices.map { choice -> Int in
                choice.surchargeMinor + cheapestOptions(items[choice.item]?.value.optionGroups, in: context)
            }
            return Self.cheapest(choices, ofEach: slot.most, least: slot.least, most: slot.most)
        }
        return price + slots.reduce(0, +) + cheapestOptions(item.optionGroups, in: context)
    }

    private func cheapestOptions(_ keys: [String]?, in context: MenuPriceContext) -> Int {
        (keys ?? []).compactMap { groups[$0]?.value }.map { group in
            Self.cheapest(
                group.options.map { context.price($0.priceMinor, $0.prices) }, ofEach: group.mostOfEach,
                least: group.least, most: group.most)
        }.reduce(0, +)
    }

    /// The lowest sum of `least` to `most` of the amounts, each at most `ofEach` times.
    private static func cheapest(_ amounts: [Int], ofEach: Int, least: Int, most: Int?) -> Int {
        var sum = 0
        var chosen = 0
        let most = most ?? Int.max
        for amount in amounts.sorted() {
            let wanted = amount < 0 ? most - chosen : max(0, least - chosen)
            let count = min(ofEach, wanted)
            sum += count * amount
            chosen += count
        }
        return sum
    }

    /// Returns the pointer to the option that reduces an item's price most.
    private func reduction(of item: MenuItem, in context: MenuPriceContext) -> String? {
        let choices = (item.slots ?? []).flatMap(\.choices).compactMap { items[$0.item]?.value.optionGroups }
        let named = ([item.optionGroups ?? []] + choices).joined().compactMap { groups[$0] }
        let options = named.flatMap { group in
            group.value.options.enumerated().map { index, option in
                (
                    context.price(option.priceMinor, option.prices),
                    "\(group.pointer)/options/\(index)/priceMinor"
                )
            }
        }
        return options.min { $0.0 < $1.0 }?.1
    }
}

extension MenuOption {
    fileprivate var canReduce: Bool {
        priceMinor < 0 || (prices ?? []).contains { $0.priceMinor < 0 }
    }
}
