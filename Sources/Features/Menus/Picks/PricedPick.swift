package import Money
package import NoonishAPI

/// A pick in words and with its price, as an order's line keeps it.
package struct PricedPick: Hashable, Sendable {
    package let name: String
    /// The variant, the options and the parts, in the order of the menu; `nil` if there are none.
    package let options: String?
    /// The price of one, in minor units.
    package let unitMinor: Int
    /// The tax rate of the item for the fulfilment; `nil` if the menu does not state it.
    package let tax: Percentage?
    /// The item's place on the menu, from 0.
    package let position: Int
    package let item: MenuItem
}

/// Why a pick is not possible on a menu.
package struct MenuPickFault: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The variant is missing, or the item does not have it.
        case wrongVariant
        /// The item does not offer the option, or not as often.
        case wrongOption
        /// The group or slot of this name needs more.
        case tooFew(of: String, least: Int)
        /// The group or slot of this name allows fewer.
        case tooMany(of: String, most: Int)
        /// The combo does not offer the item in this slot.
        case wrongPart
    }

    /// The place in the pick, as a JSON pointer.
    package let pointer: String
    package let reason: Reason
}

/// All reasons why a pick is not possible.
package enum MenuPickError: Error, Hashable, Sendable {
    /// The menu does not have the item.
    case notOnMenu
    case faults([MenuPickFault])
}
