public import Foundation
public import NoonishAPI

/// The criteria of a search for dishes.
public struct DishSearch: Hashable, Sendable {
    public enum Order: String, Hashable, Sendable, CaseIterable {
        case distance
        /// By the name of the restaurant.
        case place
        case price, name
    }

    public var area: RestaurantSearch.Area
    /// Words of a name, in any script.
    public var text: String?
    /// The distance from the point in **metres**.
    public var radius: Double?
    /// All of these.
    public var diets: [PersonalDiet] = []
    /// In minor units of ``currency``.
    public var highestPrice: Int?
    /// `nil` for that of the nearest dish if prices are compared, or else any.
    public var currency: String?
    public var openAt: Date?
    /// The restaurant's opening state at ``openAt``: any one of these.
    public var open: [OpenStatus.State] = []
    public var order: Order?
    public var limit: Int?
    /// ``DishPage/next`` of the previous page.
    public var cursor: String?

    public init(_ area: RestaurantSearch.Area, text: String? = nil) {
        self.area = area
        self.text = text
    }

    var query: [(name: String, value: String?)] {
        [
            area.parameter, ("q", text), ("radius", radius.map { "\($0)" }),
            ("diet", RestaurantSearch.list(diets.map(\.rawValue))),
            ("priceMax", highestPrice.map(String.init)), ("currency", currency),
            ("openAt", openAt.map { $0.formatted(.iso8601) }),
            ("open", RestaurantSearch.list(open.map(RestaurantSearch.parameter))),
            ("sort", order?.rawValue), ("limit", limit.map(String.init)), ("cursor", cursor),
        ]
    }
}
