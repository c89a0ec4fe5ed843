public import Foundation
public import NoonishAPI

/// The criteria of a restaurant search.
public struct RestaurantSearch: Hashable, Sendable {
    public enum Area: Hashable, Sendable {
        /// Degrees, WGS 84.
        case near(latitude: Double, longitude: Double)
        case bounds(south: Double, west: Double, north: Double, east: Double)

        var parameter: (name: String, value: String?) {
            switch self {
            case .near(let latitude, let longitude): ("near", "\(latitude),\(longitude)")
            case .bounds(let south, let west, let north, let east):
                ("bounds", "\(south),\(west),\(north),\(east)")
            }
        }
    }

    public enum Order: String, Hashable, Sendable, CaseIterable {
        case distance, rating, best
        /// By the longest distance that any participant of ``outing`` has to travel.
        case fair
    }

    public var area: Area
    /// A name, dish, cuisine, genre or area.
    public var text: String?
    /// The distance from the point in **metres**.
    public var radius: Double?
    /// At least one of these, as OpenStreetMap values.
    public var cuisines: [String] = []
    /// All of these.
    public var diets: [String] = []
    public var kinds: [String] = []
    /// From 1 (cheap) to 4 (expensive).
    public var prices: [Int] = []
    public var rating: Double?
    public var openAt: Date?
    /// The opening state at ``openAt``: any one of these.
    public var open: [OpenStatus.State] = []
    /// An outing whose time, distances and past visits are taken into account.
    public var outing: OutingID?
    public var excludesVisited = false
    public var order: Order?
    public var includesFacets = true
    /// Whether to query live sources besides the directory as well.
    public var includesLive = false
    public var limit: Int?
    /// ``RestaurantPage/next`` of the previous page.
    public var cursor: String?

    public init(_ area: Area, text: String? = nil) {
        self.area = area
        self.text = text
    }

    var query: [(name: String, value: String?)] {
        [
            area.parameter, ("q", text), ("radius", radius.map { "\($0)" }), ("cuisine", Self.list(cuisines)),
            ("diet", Self.list(diets)), ("kind", Self.list(kinds)), ("price", Self.list(prices)),
            ("rating", rating.map { "\($0)" }), ("openAt", openAt.map { $0.formatted(.iso8601) }),
            ("open", Self.list(open.map(Self.parameter))),
            ("outing", outing.map { "\($0)" }), ("visited", excludesVisited ? "false" : nil),
            ("sort", order?.rawValue), ("facets", includesFacets ? nil : "false"),
            ("live", includesLive ? "true" : nil), ("limit", limit.map(String.init)), ("cursor", cursor),
        ]
    }

    static func parameter(_ state: OpenStatus.State) -> String {
        state == .open ? "yes" : state == .closed ? "no" : "unknown"
    }

    static func list(_ words: [some CustomStringConvertible]) -> String? {
        words.isEmpty ? nil : words.map(\.description).joined(separator: ",")
    }
}
