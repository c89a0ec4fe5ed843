package import HTTPKit
package import NoonishAPI

extension ObjectReader {
    /// Reads a pick. Its keys are checked against a menu when it is priced.
    package mutating func pick(_ name: String) -> MenuPick? {
        object(name) { reader in
            let item = reader.required("item", .menuKey)
            let variant = reader.optional("variant", .menuKey)
            let options = reader.pickOptions()
            let parts = reader.objects("parts", max: PickLimits.parts) { part -> MenuPick.Part? in
                let slot = part.required("slot", .menuKey)
                let item = part.required("item", .menuKey)
                let variant = part.optional("variant", .menuKey)
                let options = part.pickOptions()
                guard let slot, let item else { return nil }
                return MenuPick.Part(slot: slot, item: item, variant: variant, options: options)
            }
            guard let item else { return nil }
            return MenuPick(item: item, variant: variant, options: options, parts: parts)
        }
    }

    private mutating func pickOptions() -> [MenuPick.Option] {
        objects("options", max: PickLimits.options) { reader in
            let group = reader.required("group", .menuKey)
            let option = reader.required("option", .menuKey)
            let count = reader.optional("count", .integer(PickLimits.count)) ?? 1
            guard let group, let option else { return nil }
            return MenuPick.Option(group: group, option: option, count: count)
        }
    }
}
