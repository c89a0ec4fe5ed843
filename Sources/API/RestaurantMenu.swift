public import Foundation
public import JSON

/// What a restaurant serves and at which prices. Amounts are in minor units of ``currency``.
///
/// Everything on a menu has a key, which stays the same when the menu changes: orders refer to it. Lists and texts that
/// say nothing are absent, so that a menu of 500 dishes stays small.
@JSONObject
public struct RestaurantMenu: WireValue {
    /// The version of this format. Programs upgrade documents of former versions when they read them.
    public let schemaVersion: Int = 1
    /// The language of the names, such as `fi` or `pt-BR`.
    public var language: String
    public var currency: String
    /// Whether the prices include the taxes.
    public var pricesIncludeTax: Bool
    @JSONMember(omitIfNil: true) public var name: String? = nil
    /// When dishes are served at all, in the syntax of OpenStreetMap's `opening_hours`; `nil` for whenever the restaurant
    /// is open.
    @JSONMember(omitIfNil: true) public var hours: String? = nil
    /// The name of who made the menu, to show wherever it is shown.
    @JSONMember(omitIfNil: true) public var attribution: String? = nil
    /// The web page that the menu comes from.
    @JSONMember(omitIfNil: true) public var url: String? = nil
    /// `nil` if the taxes are not stated.
    @JSONMember(omitIfNil: true) public var taxes: [MenuTax]? = nil
    @JSONMember(omitIfNil: true) public var optionGroups: [MenuOptionGroup]? = nil
    public var sections: [MenuSection]
}

/// The rate of a class of goods, for one way of eating them or for all.
@JSONObject
public struct MenuTax: WireValue {
    /// The class that items name: `food`.
    public var key: String
    /// What receipts call the tax: `ALV`.
    public var name: String
    /// `nil` for every fulfilment without a rate of its own.
    @JSONMember(omitIfNil: true) public var fulfilment: GroupOrder.Fulfilment? = nil
    public var percent: String
}

/// A part of a menu, such as its starters.
@JSONObject
public struct MenuSection: WireValue {
    public var key: String
    public var name: String
    /// The name in other languages.
    @JSONMember(omitIfNil: true) public var names: [String: String]? = nil
    @JSONMember(omitIfNil: true) public var description: String? = nil
    /// When its items are served; `nil` for the hours of the menu.
    @JSONMember(omitIfNil: true) public var hours: String? = nil
    public var items: [MenuItem]
}

/// A dish, a drink or a combo.
@JSONObject
public struct MenuItem: WireValue {
    public enum Kind: String, CaseIterable, WireValue {
        case dish, drink
        /// Several items for one price: it has ``MenuItem/slots``.
        case combo
    }

    /// Unique on the menu.
    public var key: String
    public var kind: Kind
    public var name: String
    @JSONMember(omitIfNil: true) public var names: [String: String]? = nil
    @JSONMember(omitIfNil: true) public var description: String? = nil
    /// `nil` for an item with variants, which have the prices.
    @JSONMember(omitIfNil: true) public var priceMinor: Int? = nil
    @JSONMember(omitIfNil: true) public var prices: [MenuPrice]? = nil
    /// The key of its tax; `nil` if the menu states no taxes.
    @JSONMember(omitIfNil: true) public var tax: String? = nil
    @JSONMember(omitIfNil: true) public var variants: [MenuVariant]? = nil
    /// The keys of the option groups, in the order in which to ask.
    @JSONMember(omitIfNil: true) public var optionGroups: [String]? = nil
    @JSONMember(omitIfNil: true) public var slots: [MenuSlot]? = nil
    /// The allergens in it; empty if there are none, `nil` if that is not stated.
    @JSONMember(omitIfNil: true) public var contains: [Allergen]? = nil
    @JSONMember(omitIfNil: true) public var mayContain: [Allergen]? = nil
    @JSONMember(omitIfNil: true) public var diets: [PersonalDiet]? = nil
    /// When it is served; `nil` for the hours of its section.
    @JSONMember(omitIfNil: true) public var hours: String? = nil
    /// The first and last dates on which it is served, such as `2027-03-11`; `nil` if that side is open-ended.
    @JSONMember(omitIfNil: true) public var firstDay: String? = nil
    @JSONMember(omitIfNil: true) public var lastDay: String? = nil
    /// The most that one person can order; `nil` for the restaurant's own limit.
    @JSONMember(omitIfNil: true) public var mostPerPerson: Int? = nil
    @JSONMember(omitIfNil: true) public var preparationMinutes: Int? = nil
    /// The branches that do not offer it. Menus that were published for a branch leave this out.
    @JSONMember(omitIfNil: true) public var notAt: [RestaurantID]? = nil
}

/// A price that differs from the usual one.
@JSONObject
public struct MenuPrice: WireValue {
    /// `nil` for every branch. Menus that were published for a branch leave this out.
    @JSONMember(omitIfNil: true) public var branch: RestaurantID? = nil
    /// `nil` for every fulfilment.
    @JSONMember(omitIfNil: true) public var fulfilment: GroupOrder.Fulfilment? = nil
    public var priceMinor: Int
}

/// A size or another form of an item, of which one is chosen.
@JSONObject
public struct MenuVariant: WireValue {
    /// Unique among the item's variants.
    public var key: String
    public var name: String
    @JSONMember(omitIfNil: true) public var names: [String: String]? = nil
    public var priceMinor: Int
    @JSONMember(omitIfNil: true) public var prices: [MenuPrice]? = nil
}

/// Options to choose from, for all items that name the group.
@JSONObject
public struct MenuOptionGroup: WireValue {
    /// Unique among the menu's option groups.
    public var key: String
    public var name: String
    @JSONMember(omitIfNil: true) public var names: [String: String]? = nil
    /// The fewest options to choose. Counted options count as often as they are chosen.
    public var least: Int
    /// The most options to choose; `nil` for any number.
    @JSONMember(omitIfNil: true) public var most: Int? = nil
    /// How often one option can be chosen.
    public var mostOfEach: Int
    public var options: [MenuOption]
}

/// Something to add to an item or to leave out.
@JSONObject
public struct MenuOption: WireValue {
    /// Unique in the group.
    public var key: String
    public var name: String
    @JSONMember(omitIfNil: true) public var names: [String: String]? = nil
    /// What it adds to the price; below zero if it makes the item cheaper.
    public var priceMinor: Int
    @JSONMember(omitIfNil: true) public var prices: [MenuPrice]? = nil
    /// The allergens that it adds to the item.
    @JSONMember(omitIfNil: true) public var adds: [Allergen]? = nil
    /// The diets that the item no longer suits.
    @JSONMember(omitIfNil: true) public var removes: [PersonalDiet]? = nil
    /// Whether it is chosen to begin with.
    public var preselected: Bool
}

/// A place in a combo, such as its drink.
@JSONObject
public struct MenuSlot: WireValue {
    /// Unique in the combo.
    public var key: String
    public var name: String
    @JSONMember(omitIfNil: true) public var names: [String: String]? = nil
    public var least: Int
    public var most: Int
    public var choices: [MenuChoice]
}

/// An item that a slot can hold.
@JSONObject
public struct MenuChoice: WireValue {
    /// The key of a dish or drink.
    public var item: String
    /// The key of its variant; `nil` if it has none.
    @JSONMember(omitIfNil: true) public var variant: String? = nil
    /// What it adds to the price of the combo.
    public var surchargeMinor: Int
}

/// What of a restaurant's newest menu is not served at a time.
@JSONObject
public struct MenuAvailability: Hashable, Sendable, JSONCodable {
    /// The version of the menu.
    public var version: Int
    public var at: Date
    /// The keys of the items that are not served then.
    public var unserved: [String]
    /// The portions of the items that the restaurant counts.
    public var left: [Portions]

    /// How many portions of an item are left; 0 if it is sold out.
    @JSONObject
    public struct Portions: WireValue {
        /// The item's key.
        public var item: String
        public var left: Int
    }
}

/// A menu as it was published for one restaurant. A version never changes.
@JSONObject
public struct PublishedMenu: WireValue {
    public var restaurant: RestaurantID
    /// Counts the menus that the restaurant has published.
    public var version: Int
    public var menu: RestaurantMenu
}
