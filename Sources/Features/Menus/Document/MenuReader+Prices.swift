import HTTPKit
import NoonishAPI

extension MenuReader {
    /// Refuses options that make an item cost less than nothing, at any branch and for any fulfilment.
    ///
    /// The fault is at the option that reduces the price most.
    func checkPrices(_ root: inout ObjectReader) {
        var prices = LowestPrices(groups: groups.mapValues(\.value))
        guard !prices.reducingGroups.isEmpty else { return }
        var refused: Set<String> = []
        for item in completeItems {
            let groups = optionGroups(of: item.value)
            guard !prices.reducingGroups.isDisjoint(with: groups) else { continue }
            for context in contexts(of: item.value, groups, prices)
            where lowest(item.value, in: context, &prices) < 0 {
                guard let option = reduction(groups, in: context) else { continue }
                guard refused.insert(option).inserted else { break }
                root.refuse(
                    String(option.dropFirst()), "below_zero",
                    "With this option, \(item.value.name) can cost less than nothing.")
                break
            }
        }
    }

    /// The option groups of an item and of what its slots can hold.
    private func optionGroups(of item: MenuItem) -> Set<String> {
        let choices = (item.slots ?? []).flatMap(\.choices).compactMap { items[$0.item]?.value.optionGroups }
        return Set((item.optionGroups ?? []) + choices.joined())
    }

    /// The branches that the prices of an item or its options name, with the usual case, each for every fulfilment.
    private func contexts(
        of item: MenuItem, _ groups: Set<String>, _ prices: LowestPrices
    ) -> [MenuPriceContext] {
        let own = ([item.prices] + (item.variants ?? []).map(\.prices)).compactMap(\.self).joined()
        let branches = groups.reduce(into: Set(own.compactMap(\.branch))) { branches, group in
            branches.formUnion(prices.branches[group] ?? [])
        }
        return ([nil] + branches.sorted()).flatMap { branch in
            ([nil] + GroupOrder.Fulfilment.allCases).map { MenuPriceContext(branch: branch, fulfilment: $0) }
        }
    }

    /// The lowest price of an item with options.
    private func lowest(_ item: MenuItem, in context: MenuPriceContext, _ prices: inout LowestPrices) -> Int {
        let price =
            item.variants.map { $0.map { context.price($0.priceMinor, $0.prices) }.min() ?? 0 }
            ?? context.price(item.priceMinor ?? 0, item.prices)
        var sum = price + prices.options(item.optionGroups, in: context)
        for slot in item.slots ?? [] {
            let choices = slot.choices.map { choice in
                choice.surchargeMinor + prices.options(items[choice.item]?.value.optionGroups, in: context)
            }
            sum += choices.lowestSum(ofEach: slot.most, least: slot.least, most: slot.most)
        }
        return sum
    }

    /// Returns the pointer to the option that reduces the price most.
    private func reduction(_ keys: Set<String>, in context: MenuPriceContext) -> String? {
        let options = keys.sorted().compactMap { groups[$0] }.flatMap { group in
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

/// The lowest sums of the options of each group, which are worked out once for each branch and fulfilment.
private struct LowestPrices {
    let groups: [String: MenuOptionGroup]
    /// The branches that the prices of each group name.
    let branches: [String: Set<RestaurantID>]
    /// The groups with an option that reduces a price.
    let reducingGroups: Set<String>
    private var sums: [String: [MenuPriceContext: Int]] = [:]

    init(groups: [String: MenuOptionGroup]) {
        self.groups = groups
        branches = groups.mapValues { group in
            Set(group.options.compactMap(\.prices).joined().compactMap(\.branch))
        }
        reducingGroups = Set(groups.filter { $0.value.options.contains(where: \.canReduce) }.keys)
    }

    /// The lowest sum of a choice from each of the groups.
    mutating func options(_ keys: [String]?, in context: MenuPriceContext) -> Int {
        (keys ?? []).reduce(0) { $0 + options(of: $1, in: context) }
    }

    private mutating func options(of key: String, in context: MenuPriceContext) -> Int {
        guard let group = groups[key] else { return 0 }
        let isNamed = context.branch.map { branches[key]?.contains($0) ?? false } ?? false
        let context = isNamed ? context : MenuPriceContext(branch: nil, fulfilment: context.fulfilment)
        if let sum = sums[key]?[context] { return sum }
        let sum = group.options.map { context.price($0.priceMinor, $0.prices) }
            .lowestSum(ofEach: group.mostOfEach, least: group.least, most: group.most)
        sums[key, default: [:]][context] = sum
        return sum
    }
}

extension [Int] {
    /// The lowest sum of `least` to `most` of the amounts, each at most `ofEach` times.
    func lowestSum(ofEach: Int, least: Int, most: Int?) -> Int {
        var sum = 0
        var chosen = 0
        let most = most ?? Int.max
        for amount in sorted() {
            let wanted = amount < 0 ? most - chosen : Swift.max(0, least - chosen)
            let count = Swift.min(ofEach, wanted)
            sum += count * amount
            chosen += count
        }
        return sum
    }
}

extension MenuOption {
    fileprivate var canReduce: Bool {
        priceMinor < 0 || (prices ?? []).contains { $0.priceMinor < 0 }
    }
}
