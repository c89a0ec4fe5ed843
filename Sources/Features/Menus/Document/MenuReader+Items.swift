import HTTPKit
import NoonishAPI

extension MenuReader {
    /// What references to an item have to know, even if the item has other faults.
    struct ItemOutline {
        let isCombo: Bool
        let variants: Set<String>
        let optionGroups: [String]
    }

    struct MenuChoiceReference {
        let item: String
        let variant: String?
    }

    /// Returns `nil` after recording a fault.
    mutating func readItem(_ item: inout ObjectReader) -> MenuItem? {
        hasItems = true
        let key = item.required("key", .menuKey)
        let kind = item.required("kind", .oneOf(MenuItem.Kind.self))
        let name = item.required("name", .text(MenuLimits.name))
        let names = item.names()
        let description = item.optional("description", .text(MenuLimits.description, multiline: true))
        let priceMinor = item.optional("priceMinor", .integer(MenuLimits.price))
        let prices = readPrices(&item, MenuLimits.price)
        let tax = item.optional("tax", .menuKey)
        var variantKeys: Set<String> = []
        let hasVariants = item.countElements("variants") > 0
        let variants = item.objects("variants", max: MenuLimits.variants) { variant -> MenuVariant? in
            readVariant(&variant, &variantKeys)
        }
        checkForm(&item, kind, tax, hasVariants: hasVariants)
        let groups = readGroupKeys(&item)
        var slotKeys: Set<String> = []
        let slots = item.objects("slots", max: MenuLimits.slots) { slot -> MenuSlot? in
            readSlot(&slot, &slotKeys)
        }
        let contains = item.list("contains", of: Allergen.self)
        let mayContain = item.list("mayContain", of: Allergen.self)
        let diets = item.list("diets", of: PersonalDiet.self)
        let hours = item.optional("hours", .openingHours)
        let firstDay = item.optional("firstDay", .day)
        let lastDay = item.optional("lastDay", .day)
        if let firstDay, let lastDay, lastDay < firstDay {
            item.refuse("lastDay", "before_first_day", "The last day is before the first.")
        }
        let mostPerPerson = item.optional("mostPerPerson", .integer(MenuLimits.mostPerPerson))
        let preparation = item.optional("preparationMinutes", .integer(MenuLimits.preparationMinutes))
        let notAt = readBranches(&item)
        let pointer = item.pointer
        if let key {
            if items[key] == nil {
                items[key] = MenuPart(
                    value: ItemOutline(
                        isCombo: kind == .combo, variants: variantKeys, optionGroups: groups ?? []),
                    pointer: pointer)
            } else {
                item.refuseDuplicate()
            }
        }
        guard let key, let kind, let name, priceMinor != nil || !variants.isEmpty else { return nil }
        let complete = MenuItem(
            key: key, kind: kind, name: name, names: names, description: description,
            priceMinor: priceMinor, prices: prices, tax: tax, variants: variants.nilIfEmpty,
            optionGroups: groups, slots: slots.nilIfEmpty, contains: contains,
            mayContain: mayContain?.nilIfEmpty, diets: diets?.nilIfEmpty, hours: hours, firstDay: firstDay,
            lastDay: lastDay, mostPerPerson: mostPerPerson, preparationMinutes: preparation, notAt: notAt)
        completeItems.append(MenuPart(value: complete, pointer: pointer))
        return complete
    }

    /// Checks what the kind, the price and the tax of an item require of its other members.
    private func checkForm(
        _ item: inout ObjectReader, _ kind: MenuItem.Kind?, _ tax: String?, hasVariants: Bool
    ) {
        if hasVariants {
            if item.isStated("priceMinor") || item.isStated("prices") {
                item.refuse("priceMinor", "price_of_variants", "The variants have the prices of this item.")
            }
        } else if !item.isStated("priceMinor") {
            item.refuse("priceMinor", "missing", "State a price, or variants with their prices.")
        }
        if let kind, (kind == .combo) != (item.countElements("slots") > 0) {
            item.refuse("slots", "slots_of_combo", "A combo has slots, and nothing else has.")
        }
        if let tax {
            if !taxes.contains(tax) {
                item.refuse("tax", "unknown_tax", "The menu has no tax with the key \(tax).")
            }
        } else if !taxes.isEmpty, !item.isStated("tax") {
            item.refuse("tax", "missing", "Required, because the menu states its taxes.")
        }
    }

    private mutating func readVariant(
        _ variant: inout ObjectReader, _ keys: inout Set<String>
    ) -> MenuVariant? {
        let (key, name, names) = variant.keyAndNames(&keys)
        let price = variant.required("priceMinor", .integer(MenuLimits.price))
        let prices = readPrices(&variant, MenuLimits.price)
        guard let key, let name, let price else { return nil }
        return MenuVariant(key: key, name: name, names: names, priceMinor: price, prices: prices)
    }

    private func readGroupKeys(_ item: inout ObjectReader) -> [String]? {
        let keys = item.array("optionGroups", .menuKey, max: MenuLimits.optionGroupsOfItem)
        for (index, key) in keys.enumerated() {
            if !groupKeys.contains(key) {
                item.refuse(
                    "optionGroups/\(index)", "unknown_option_group",
                    "The menu has no option group with the key \(key).")
            } else if keys[..<index].contains(key) {
                item.refuse("optionGroups/\(index)", "duplicate_key", "The item names this group twice.")
            }
        }
        return keys.nilIfEmpty
    }

    private mutating func readSlot(_ slot: inout ObjectReader, _ keys: inout Set<String>) -> MenuSlot? {
        let (key, name, names) = slot.keyAndNames(&keys)
        let least = slot.optional("least", .integer(MenuLimits.chosen)) ?? 1
        let most = slot.optional("most", .integer(MenuLimits.chosen)) ?? max(least, 1)
        if most < max(least, 1) {
            slot.refuse("most", "below_least", "At least \(max(least, 1)), as many as have to be chosen.")
        }
        if slot.countElements("choices") == 0 {
            slot.refuse("choices", "missing", "Name what can be chosen.")
        }
        let choices = slot.objects("choices", max: MenuLimits.choices) { choice -> MenuChoice? in
            let item = choice.required("item", .menuKey)
            let variant = choice.optional("variant", .menuKey)
            let surcharge = choice.optional("surchargeMinor", .integer(MenuLimits.price)) ?? 0
            guard let item else { return nil }
            self.choices.append(
                MenuPart(value: MenuChoiceReference(item: item, variant: variant), pointer: choice.pointer))
            return MenuChoice(item: item, variant: variant, surchargeMinor: surcharge)
        }
        guard let key, let name else { return nil }
        return MenuSlot(key: key, name: name, names: names, least: least, most: most, choices: choices)
    }

    /// Checks what the slots of combos refer to, once all items are known.
    func checkChoices(_ root: inout ObjectReader) {
        for choice in choices {
            let pointer = String(choice.pointer.dropFirst())
            guard let item = items[choice.value.item]?.value else {
                root.refuse(
                    "\(pointer)/item", "unknown_item",
                    "The menu has no item with the key \(choice.value.item).")
                continue
            }
            if item.isCombo {
                root.refuse("\(pointer)/item", "combo_in_combo", "A combo can’t be part of a combo.")
            } else if let variant = choice.value.variant, !item.variants.contains(variant) {
                root.refuse(
                    "\(pointer)/variant", "unknown_variant",
                    "The item has no variant with the key \(variant)."
                )
            } else if choice.value.variant == nil, !item.variants.isEmpty {
                root.refuse("\(pointer)/variant", "missing", "Name one of the item’s variants.")
            }
        }
    }
}
