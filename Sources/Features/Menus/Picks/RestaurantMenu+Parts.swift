package import NoonishAPI

/// Something that the kitchen makes for one portion of a pick.
package struct PickedPart: Hashable, Sendable {
    /// The key of the item.
    package let item: String
    /// The name of the combo's slot; `nil` for a dish by itself.
    package let slot: String?
    /// With the variant.
    package let name: String
    /// The options, in the order of the menu; `nil` if there are none.
    package let options: String?
}

extension RestaurantMenu {
    /// Returns what the kitchen makes for a pick: the dish, or what was chosen for each slot of a combo.
    ///
    /// - Precondition: The pick was priced.
    package func parts(of pick: MenuPick) -> [PickedPart] {
        guard let whole = item(pick.item) else { return [] }
        guard !pick.parts.isEmpty else {
            return [part(whole, variant: pick.variant, pick.options, slot: nil)]
        }
        return (whole.slots ?? []).flatMap { slot in
            pick.parts.filter { $0.slot == slot.key }.compactMap { chosen in
                item(chosen.item).map {
                    part($0, variant: chosen.variant, chosen.options, slot: slot.name)
                }
            }
        }
    }

    private func part(
        _ item: MenuItem, variant key: String?, _ chosen: [MenuPick.Option], slot: String?
    ) -> PickedPart {
        let variant = item.variants?.first { $0.key == key }?.name
        let groups = (item.optionGroups ?? []).compactMap { key in optionGroups?.first { $0.key == key } }
        let options = groups.flatMap { group in
            group.options.compactMap { option in
                chosen.first { $0.group == group.key && $0.option == option.key }
                    .map { $0.count == 1 ? option.name : "\($0.count) × \(option.name)" }
            }
        }
        return PickedPart(
            item: item.key, slot: slot,
            name: [item.name, variant].compactMap(\.self).joined(separator: ", "),
            options: options.isEmpty ? nil : options.joined(separator: ", "))
    }
}

extension MenuPick {
    /// The keys of what the kitchen makes: of the item, or of the parts of a combo.
    package var cookedItems: [String] { parts.isEmpty ? [item] : parts.map(\.item) }
}
