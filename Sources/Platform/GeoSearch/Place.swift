public import Foundation
public import Geo

/// A place as the index knows it: what can be searched, filtered and shown in a list. Details stay in the table.
public struct Place: Hashable, Sendable {
    public var id: UUID
    /// Kept in whole 1e-7 degrees, OpenStreetMap's own precision: at most 0.8 cm away. Distances are to what is kept.
    public var coordinate: Coordinate
    public var name: String
    /// The name in other languages, former and short names.
    public var otherNames: [String]
    /// The names in Latin letters, where they are written in others: what somebody types who cannot write them.
    public var transliterations: [String]
    public var kind: PlaceKind
    /// Keys of OpenStreetMap's vocabulary, such as `pizza`; see ``Vocabulary``.
    public var cuisines: [String]
    /// What it is known to serve, in its own words.
    public var dishes: [String]
    public var diets: DietOffers
    /// 1 cheap to 4 expensive; nil is unknown.
    public var price: Int?
    public var rating: PlaceRating?
    public var brand: String?
    /// Names of the quarter, the town and the like.
    public var areas: [String]
    /// The caller's number for when it is open; see ``OpenStates``. ``unknownHours`` is unknown, never "closed".
    public var hoursPattern: UInt32
    /// The caller's number for where the place is known from.
    public var source: UInt16

    public init(
        id: UUID, coordinate: Coordinate, name: String, otherNames: [String] = [],
        transliterations: [String] = [], kind: PlaceKind = .restaurant, cuisines: [String] = [],
        dishes: [String] = [], diets: DietOffers = DietOffers(), price: Int? = nil,
        rating: PlaceRating? = nil, brand: String? = nil, areas: [String] = [],
        hoursPattern: UInt32 = Place.unknownHours, source: UInt16 = 0
    ) {
        self.id = id
        self.coordinate = coordinate
        self.name = name
        self.otherNames = otherNames
        self.transliterations = transliterations
        self.kind = kind
        self.cuisines = cuisines
        self.dishes = dishes
        self.diets = diets
        self.price = price
        self.rating = rating
        self.brand = brand
        self.areas = areas
        self.hoursPattern = hoursPattern
        self.source = source
    }

    /// The pattern of places whose hours nobody knows.
    public static let unknownHours = UInt32.max
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
    /// The mean, 0 to 5, in whole thousandths.
    public let value: Double
    /// How many said so, at most ``mostCounted``.
    public let count: Int

    /// Takes any numbers and brings them into range.
    public init(value: Double, count: Int) {
        self.value = value.isFinite ? (min(5, max(0, value)) * 1_000).rounded() / 1_000 : 0
        self.count = min(max(0, count), Self.mostCounted)
    }

    /// What 19 bits hold; beyond half a million it makes no difference to anybody.
    public static let mostCounted = 524_287
}
