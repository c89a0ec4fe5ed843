public import Foundation
public import JSON

/// A dish, drink or combo of a published menu.
@JSONObject
public struct Dish: WireValue {
    public var id: DishID
    public var restaurant: DishRestaurant
    /// The key of the item on the restaurant's menu.
    public var item: String
    public var menuVersion: Int
    public var kind: MenuItem.Kind
    public var name: String
    /// The name in another language that matched the search text; `nil` if ``name`` did.
    @JSONMember(omitIfNil: true) public var matchedName: String? = nil
    @JSONMember(omitIfNil: true) public var description: String? = nil
    /// The price, of the cheapest variant if there are several, in minor units of ``currency``.
    public var priceMinor: Int
    public var currency: String
    /// Whether other variants cost more.
    public var priceVaries: Bool
    public var diets: [PersonalDiet]
    /// The allergens in it; empty if there are none, `nil` if that is not stated.
    @JSONMember(omitIfNil: true) public var contains: [Allergen]? = nil
    /// The name of who made the menu, to show wherever its dishes are shown.
    @JSONMember(omitIfNil: true) public var attribution: String? = nil
    /// The path of its picture; `nil` without one.
    @JSONMember(omitIfNil: true) public var picture: String? = nil
}

/// The restaurant that serves a dish.
@JSONObject
public struct DishRestaurant: WireValue {
    public var id: RestaurantID
    public var name: String
    public var location: LiveRestaurant.Location
    /// The distance in **metres** from the requested point; `nil` if there was none.
    public var distance: Double? = nil
    /// Whether it is open at the requested time; `nil` if there was none.
    public var openAt: OpenStatus? = nil
    public var source: RestaurantSource
}

/// A dish with what its menu says about it.
@JSONObject
public struct DishDetails: WireValue {
    public var dish: Dish
    /// The name of its section of the menu.
    public var section: String
    public var menuItem: MenuItem
    /// The option groups that the item names.
    @JSONMember(omitIfNil: true) public var optionGroups: [MenuOptionGroup]? = nil
}

/// One page of dishes.
@JSONObject
public struct DishPage: WireValue {
    public var items: [Dish]
    /// The opaque cursor of the next page; `nil` on the last page.
    public var next: String? = nil
    /// The instant that `openAt` of the restaurants refers to.
    public var at: Date
    /// The currency that all items have; `nil` if the search was for any.
    @JSONMember(omitIfNil: true) public var currency: String? = nil
}
