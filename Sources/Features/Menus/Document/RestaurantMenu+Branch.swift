package import NoonishAPI

extension RestaurantMenu {
    /// Returns the menu as one of its restaurants offers it: without what that restaurant does not offer, and with its
    /// own prices, which then differ by fulfilment only.
    package func resolved(for branch: RestaurantID) -> RestaurantMenu {
        var menu = self
        menu.optionGroups = optionGroups.map { groups in
            groups.map { group in
                var group = group
                for index in group.options.indices {
                    (group.options[index].priceMinor, group.options[index].prices) = branch.prices(
                        group.options[index].priceMinor, group.options[index].prices)
                }
                return group
            }
        }
        let absent = Set(sections.flatMap(\.items).filter { $0.notAt?.contains(branch) == true }.map(\.key))
        for index in menu.sections.indices {
            menu.sections[index].items = sections[index].items.compactMap {
                absent.contains($0.key) ? nil : $0.resolved(for: branch, without: absent)
            }
        }
        menu.sections.removeAll { $0.items.isEmpty }
        return menu
    }
}

extension MenuItem {
    /// Returns `nil` for a combo of which nothing can be chosen for a slot.
    fileprivate func resolved(for branch: RestaurantID, without absent: Set<String>) -> MenuItem? {
        var item = self
        item.notAt = nil
        if let priceMinor {
            let (price, prices) = branch.prices(priceMinor, prices)
            (item.priceMinor, item.prices) = (price, prices)
        }
        item.variants = variants.map { variants in
            variants.map { variant in
                var variant = variant
                (variant.priceMinor, variant.prices) = branch.prices(variant.priceMinor, variant.prices)
                return variant
            }
        }
        for index in slots?.indices ?? 0..<0 {
            item.slots?[index].choices.removeAll { absent.contains($0.item) }
        }
        return item.slots?.contains { $0.choices.isEmpty && $0.least > 0 } == true ? nil : item
    }
}

extension RestaurantID {
    /// Returns the usual price of something at this restaurant, and the prices that differ from it by fulfilment.
    fileprivate func prices(_ usual: Int, _ prices: [MenuPrice]?) -> (Int, [MenuPrice]?) {
        let own = MenuPriceContext(branch: self, fulfilment: nil).price(usual, prices)
        let others = GroupOrder.Fulfilment.allCases.compactMap { fulfilment -> MenuPrice? in
            let price = MenuPriceContext(branch: self, fulfilment: fulfilment).price(usual, prices)
            return price == own ? nil : MenuPrice(fulfilment: fulfilment, priceMinor: price)
        }
        return (own, others.nilIfEmpty)
    }
}
