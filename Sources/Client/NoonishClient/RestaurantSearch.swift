public import Foundation
public import NoonishAPI

/// What somebody looks for.
public struct RestaurantSearch: Hashable, Sendable {
    public enum Area: Hashable, Sendable {
        /// Degrees, WGS 84.
        case near(latitude: Double, longitude: Double)
        case bounds(south: Double, west: Double, north: Double, east: Double)
    }

    public enum Order: String, Hashable, Sendable, CaseIterable {
        case distance, rating, best
        /// By the longest way of anybody of ``outing``.
        case fair
    }

    public var area: Area
    /// Name, dish, cuisine, genre or area.
    public var text: String?
    /// **Metres** around the point.
    public var radius: Double?
    /// At least one of these, in OpenStreetMap's words.
    public var cuisines: [String] = []
    /// All of these.
    public var diets: [String] = []
    public var kinds: [String] = []
    /// 1 cheap to 4 expensive.
    public var prices: [Int] = []
    public var rating: Double?
    public var openAt: Date?
    /// One of these at that time.
    public var open: [OpenThen.State] = []
    /// For the people of this outing: its time, their ways, where they have been.
    public var outing: OutingID?
    public var leavesVisitedOut = false
    public var order: Order?
    public var wantsFacets = true
    /// Also asks sources outside of the directory.
    public var wantsLive = false
    public var limit: Int?
    /// ``RestaurantPage/next`` of the page before.
    public var cursor: String?

    public init(_ area: Area, text: String? = nil) {
        self.area = area
        self.text = text
    }

    var query: [(name: String, value: String?)] {
        let place: (name: String, value: String?) =
            switch area {
            case .near(let latitude, let longitude): ("near", "\(latitude),\(longitude)")
            case .bounds(let south, let west, let north, let east):
                ("bounds", "\(south),\(west),\(north),\(east)")
            }
        return [
            place, ("q", text), ("radius", radius.map { "\($0)" }), ("cuisine", Self.list(cuisines)),
            ("diet", Self.list(diets)), ("kind", Self.list(kinds)), ("price", Self.list(prices)),
            ("rating", rating.map { "\($0)" }), ("openAt", openAt.map { $0.formatted(.iso8601) }),
            ("open", Self.list(open.map { $0 == .open ? "yes" : $0 == .closed ? "no" : "unknown" })),
            ("outing", outing.map { "\($0)" }), ("visited", leavesVisitedOut ? "false" : nil),
            ("sort", order?.rawValue), ("facets", wantsFacets ? nil : "false"),
            ("live", wantsLive ? "true" : nil), ("limit", limit.map(String.init)), ("cursor", cursor),
        ]
    }

    private static func list(_ words: [some CustomStringConvertible]) -> String? {
        words.isEmpty ? nil : words.map(\.description).joined(separator: ",")
    }
}
