public import Foundation
public import Geo
import Initializers

/// A place in the index: what can be searched, filtered and shown in a list. Other details stay in the
/// database.
@MemberwiseInit
public struct Place: Hashable, Sendable {
    public var id: UUID
    /// Stored in whole units of 1e-7 degrees, OpenStreetMap's own precision, so at most 0.8 cm off. Distances
    /// are measured to the stored coordinate.
    public var coordinate: Coordinate
    public var name: String
    /// The name in other languages, former names and short names.
    public var otherNames: [String] = []
    /// The names in Latin letters, if they are written in another script: what people type who cannot write
    /// that script.
    public var transliterations: [String] = []
    /// `nil` for what is not a place of its own, such as a dish: words for kinds of places do not find it.
    public var kind: PlaceKind? = .restaurant
    /// Keys of OpenStreetMap's cuisine vocabulary, such as `pizza`; see ``Vocabulary``.
    public var cuisines: [String] = []
    /// The dishes that the place is known to serve, under the place's own names.
    public var dishes: [String] = []
    public var diets: DietOffers = DietOffers()
    /// 1 (cheap) to 4 (expensive); `nil` if unknown.
    public var price: Int? = nil
    public var rating: PlaceRating? = nil
    /// What it costs if it has one price, as a dish has, in a unit of the caller's; less than `UInt64.max`.
    public var cost: UInt64? = nil
    public var brand: String? = nil
    /// The names of the quarter, the city and similar areas.
    public var areas: [String] = []
    /// The caller's number for the opening hours; see ``OpenStates``. ``unknownHours`` means unknown, never
    /// closed.
    public var hoursPattern: UInt32 = Place.unknownHours
    /// The caller's number for the data source of the place.
    public var source: UInt16 = 0

    /// The pattern of places whose hours are not known.
    public static let unknownHours = UInt32.max
}

/// The kind of a place, in OpenStreetMap's terms.
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

/// The rating of a place by its visitors.
public struct PlaceRating: Hashable, Sendable {
    /// The mean in stars, 0 to 5, in whole thousandths.
    public let value: Double
    /// The number of ratings, at most ``maximumCount``.
    public let count: Int

    /// Creates a rating and clamps both numbers to their ranges; a value that is not finite becomes 0.
    public init(value: Double, count: Int) {
        self.value = value.isFinite ? (min(5, max(0, value)) * 1_000).rounded() / 1_000 : 0
        self.count = min(max(0, count), Self.maximumCount)
    }

    /// The largest count that 19 bits can hold; beyond half a million it makes no difference.
    public static let maximumCount = 524_287
}
