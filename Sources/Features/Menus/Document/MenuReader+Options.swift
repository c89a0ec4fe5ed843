import HTTPKit
import NoonishAPI

extension MenuReader {
    mutating func readOptionGroups(_ root: inout ObjectReader) -> [MenuOptionGroup]? {
        root.objects("optionGroups", max: MenuLimits.optionGroups) { group -> MenuOptionGroup? in
            let (key, name, names) = group.keyAndNames(&groupKeys)
            let least = group.optional("least", .integer(MenuLimits.chosen)) ?? 0
            let most = group.optional("most", .integer(MenuLimits.chosen))
            let mostOfEach = group.optional("mostOfEach", .integer(MenuLimits.mostPerPerson)) ?? 1
            if group.countElements("options") == 0 { group.refuse("options", "missing", "Name the options.") }
            var keys: Set<String> = []
            let options = group.objects("options", max: MenuLimits.options) { readOption(&$0, &keys) }
            checkCounts(&group, least: least, most: most, mostOfEach: mostOfEach, of: options)
            guard let key, let name else { return nil }
            let complete = MenuOptionGroup(
                key: key, name: name, names: names, least: least, most: most, mostOfEach: mostOfEach,
                options: options)
            groups[key] = MenuPart(value: complete, pointer: group.pointer)
            return complete
        }.nilIfEmpty
    }

    private mutating func readOption(
        _ option: inout ObjectReader, _ keys: inout Set<String>
    ) -> MenuOption? {
        let (key, name, names) = option.keyAndNames(&keys)
        let price = option.optional("priceMinor", .integer(MenuLimits.priceDifference)) ?? 0
        let prices = readPrices(&option, MenuLimits.priceDifference)
        let adds = option.list("adds", of: Allergen.self)
        let removes = option.list("removes", of: PersonalDiet.self)
        let preselected = option.optional("preselected", .boolean) ?? false
        guard let key, let name else { return nil }
        return MenuOption(
            key: key, name: name, names: names, priceMinor: price, prices: prices, adds: adds?.nilIfEmpty,
            removes: removes?.nilIfEmpty, preselected: preselected)
    }

    /// Checks that a choice is possible and that what is preselected is one.
    private func checkCounts(
        _ group: inout ObjectReader, least: Int, most: Int?, mostOfEach: Int, of options: [MenuOption]
    ) {
        if let most, most < max(least, 1) {
            group.refuse("most", "below_least", "At least \(max(least, 1)), as many as have to be chosen.")
        }
        if options.count * mostOfEach < least {
            group.refuse("least", "too_few_options", "The group has fewer options than have to be chosen.")
        }
        if let most, options.count(where: \.preselected) > most {
            group.refuse(
                "options", "too_many_preselected", "More options are preselected than can be chosen.")
        }
    }

    /// Reads the prices that differ by branch or fulfilment.
    func readPrices(_ object: inout ObjectReader, _ range: ClosedRange<Int>) -> [MenuPrice]? {
        var known: Set<[String?]> = []
        return object.objects("prices", max: MenuLimits.prices) { price -> MenuPrice? in
            let branch = price.optional("branch", .branch(of: branches))
            let fulfilment = price.optional("fulfilment", .oneOf(GroupOrder.Fulfilment.self))
            let minor = price.required("priceMinor", .integer(range))
            if !price.isStated("branch"), !price.isStated("fulfilment") {
                price.refuse("fulfilment", "missing", "State the branch, the fulfilment, or both.")
            } else if !known.insert([branch?.description, fulfilment?.rawValue]).inserted {
                price.refuse("priceMinor", "duplicate_price", "There is another price for the same case.")
            }
            guard let minor else { return nil }
            return MenuPrice(branch: branch, fulfilment: fulfilment, priceMinor: minor)
        }.nilIfEmpty
    }

    func readBranches(_ item: inout ObjectReader) -> [RestaurantID]? {
        Set(item.array("notAt", .branch(of: branches), max: MenuLimits.branches)).sorted().nilIfEmpty
    }
}
