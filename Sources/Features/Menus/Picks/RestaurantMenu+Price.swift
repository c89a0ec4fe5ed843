package import Money
package import NoonishAPI

extension RestaurantMenu {
    /// Returns a pick in the menu's words, with its price.
    ///
    /// A combo costs its own price with the surcharges and options of its parts, whatever these cost by themselves.
    ///
    /// - Precondition: The menu was resolved for its restaurant.
    package func priced(
        _ pick: MenuPick, for fulfilment: GroupOrder.Fulfilment
    ) throws(MenuPickError) -> PricedPick {
        guard let (position, _, item) = locate(pick.item) else { throw .notOnMenu }
        var pricing = PickPricing(menu: self, fulfilment: fulfilment)
        pricing.add(item, variant: pick.variant)
        pricing.add(pick.options, of: item)
        pricing.add(pick.parts, of: item.slots ?? [])
        guard pricing.faults.isEmpty else { throw .faults(pricing.faults) }
        return PricedPick(
            name: item.name, options: pricing.texts.isEmpty ? nil : pricing.texts.joined(separator: ", "),
            unitMinor: pricing.price, tax: tax(of: item, for: fulfilment), position: position, item: item)
    }

    package func item(_ key: String) -> MenuItem? { locate(key)?.item }

    /// Returns an item with its place on the menu and its section.
    package func locate(_ key: String) -> (position: Int, section: MenuSection, item: MenuItem)? {
        var position = 0
        for section in sections {
            if let index = section.items.firstIndex(where: { $0.key == key }) {
                return (position + index, section, section.items[index])
            }
            position += section.items.count
        }
        return nil
    }

    private func tax(of item: MenuItem, for fulfilment: GroupOrder.Fulfilment) -> Percentage? {
        item.tax.flatMap { taxRate($0, for: fulfilment) }
    }

    /// Returns the rate of a tax for a fulfilment; `nil` if the menu does not state it.
    package func taxRate(_ key: String, for fulfilment: GroupOrder.Fulfilment) -> Percentage? {
        let rates = (taxes ?? []).filter { $0.key == key }
        let rate = rates.first { $0.fulfilment == fulfilment } ?? rates.first { $0.fulfilment == nil }
        return rate.flatMap { Percentage(parsing: $0.percent) }
    }
}

/// Sums up the price and the words of a pick, and collects what is wrong with it.
private struct PickPricing {
    let menu: RestaurantMenu
    let fulfilment: GroupOrder.Fulfilment
    var price = 0
    var texts: [String] = []
    var faults: [MenuPickFault] = []

    private var context: MenuPriceContext { MenuPriceContext(branch: nil, fulfilment: fulfilment) }

    mutating func add(_ item: MenuItem, variant key: String?) {
        if let variants = item.variants {
            guard let variant = variants.first(where: { $0.key == key }) else {
                return refuse("/variant", .wrongVariant)
            }
            price += context.price(variant.priceMinor, variant.prices)
            texts.append(variant.name)
        } else {
            if key != nil { refuse("/variant", .wrongVariant) }
            price += context.price(item.priceMinor ?? 0, item.prices)
        }
    }

    mutating func add(_ chosen: [MenuPick.Option], of item: MenuItem, at pointer: String = "") {
        let offered = item.optionGroups ?? []
        let groups = offered.compactMap { key in menu.optionGroups?.first { $0.key == key } }
        for (index, choice) in chosen.enumerated() {
            let group = groups.first { $0.key == choice.group }
            let isFirst = !chosen[..<index].contains {
                $0.group == choice.group && $0.option == choice.option
            }
            guard let group, isFirst, group.options.contains(where: { $0.key == choice.option }),
                (1...max(group.mostOfEach, 1)).contains(choice.count)
            else {
                refuse("\(pointer)/options/\(index)", .wrongOption)
                continue
            }
        }
        for group in groups {
            let choices = chosen.filter { $0.group == group.key }
            check(
                choices.reduce(0) { $0.addingReportingOverflow($1.count).partialValue }, of: group.name,
                group.least, group.most, "\(pointer)/options")
            for option in group.options {
                guard let count = choices.first(where: { $0.option == option.key })?.count,
                    (1...max(group.mostOfEach, 1)).contains(count)
                else { continue }
                price += count * context.price(option.priceMinor, option.prices)
                texts.append(count == 1 ? option.name : "\(count) × \(option.name)")
            }
        }
    }

    mutating func add(_ parts: [MenuPick.Part], of slots: [MenuSlot]) {
        for (index, part) in parts.enumerated() where !slots.contains(where: { $0.key == part.slot }) {
            refuse("/parts/\(index)", .wrongPart)
        }
        for slot in slots {
            let chosen = parts.enumerated().filter { $0.element.slot == slot.key }
            check(chosen.count, of: slot.name, slot.least, max(slot.least, slot.most), "/parts")
            for (index, part) in chosen { add(part, of: slot, at: "/parts/\(index)") }
        }
    }

    private mutating func add(_ part: MenuPick.Part, of slot: MenuSlot, at pointer: String) {
        let choice = slot.choices.first { $0.item == part.item && $0.variant == part.variant }
        guard let choice, let item = menu.locate(choice.item)?.item else {
            return refuse(pointer, .wrongPart)
        }
        price += choice.surchargeMinor
        let variant = item.variants?.first { $0.key == part.variant }?.name
        let before = texts
        texts = ["\(slot.name): \(item.name)", variant].compactMap(\.self)
        add(part.options, of: item, at: pointer)
        texts = before + [texts.joined(separator: ", ")]
    }

    private mutating func check(
        _ count: Int, of name: String, _ least: Int, _ most: Int?, _ pointer: String
    ) {
        if count < least { refuse(pointer, .tooFew(of: name, least: least)) }
        if let most, count > most { refuse(pointer, .tooMany(of: name, most: most)) }
    }

    private mutating func refuse(_ pointer: String, _ reason: MenuPickFault.Reason) {
        faults.append(MenuPickFault(pointer: pointer, reason: reason))
    }
}
