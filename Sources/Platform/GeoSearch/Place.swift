public import Foundation
public import Geo

/// A place as the index knows it: what can be searched, filtered and shown in a list. Details stay in the table.
public struct Place: Hashable, Sendable {
    public var id: UUID
    public var coordinate: Coordinate
    public var name: String
    /// The name in other languages, former and short names.
    public var otherNames: [String]
    public var kind: PlaceKind
    /// Keys of OpenStreetMap's vocabulary, such as `pizza`; see ``Vocabulary``.
    public var cuisines: [String]
    public var diets: DietOffers
    /// 1 cheap to 4 expensive; nil is unknown.
    public var price: Int?
    public var rating: PlaceRating?
    public var brand: String?
    /// Names of the quarter, the town and the like.
    public var areas: [String]
    /// OpenStreetMap's `opening_hours` text; nil is unknown, never "closed".
    public var hours: String?
    /// The caller's number for where the place is known from.
    public var source: UInt16

    public init(
        id: UUID, coordinate: Coordinate, name: String, otherNames: [String] = [],
        kind: PlaceKind = .restaurant,
        cuisines: [String] = [], diets: DietOffers = DietOffers(), price: Int? = nil,
        rating: PlaceRating? = nil,
        brand: String? = nil, areas: [String] = [], hours: String? = nil, source: UInt16 = 0
    ) {
        self.id = id
        self.coordinate = coordinate
        self.name = name
        self.otherNames = otherNames
        self.kind = kind
        self.cuisines = cuisines
        self.diets = diets
        self.price = price
        self.rating = rating
        self.brand = brand
        self.areas = areas
        self.hours = hours
        self.source = source
    }
}

/// What sort of place, in OpenStreetMap's words.
public enum PlaceKind: String, Hashable, Sendable, CaseIterable {
    case restaurant
    case cafe
    case bar
    case pub
    case fastFood = "fast_food"
    case foodCourt = "food_court"
    case iceCream = "ice_cream"
    case biergarten
    case bakery
    case deli
}

/// What people who have been there say.
public struct PlaceRating: Hashable, Sendable {
    /// The mean, 0 to 5.
    public let value: Double
    /// How many said so.
    public let count: Int

    public init(value: Double, count: Int) {
        self.value = value
        self.count = count
    }
}
