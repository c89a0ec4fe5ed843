import Foundation
import JSON

/// The members of a ``RestaurantSummary`` decoded so far. A list has hundreds of restaurants, and a
/// restaurant's own page has the same members among others, so they are decoded one by one as they arrive.
struct RestaurantSummaryMembers {
    /// In the order in which they are written.
    enum Name: String, CaseIterable {
        case id, name, kind, cuisines, diets, location, distance, openAt, price, rating, liked, lastVisitedAt
        case match, reason, dietFit, longestWay, source
    }

    private var id: RestaurantID?
    private var name: String?
    private var kind: String?
    private var cuisines: [String]?
    private var diets: [String: String]?
    private var location: LiveRestaurant.Location?
    private var distance: Double?
    private var openAt: OpenStatus?
    private var price: Int?
    private var rating: RestaurantSummary.Rating?
    private var liked: Bool?
    private var lastVisitedAt: Date?
    private var match: RestaurantSummary.Match?
    private var reason: String?
    private var dietFit: DietFit?
    private var longestWay: LongestTravelTime?
    private var source: RestaurantSource?

    mutating func read(_ name: Name, from reader: inout JSONReader) throws(JSONFault) {
        switch name {
        case .id: id = try RestaurantID(from: &reader)
        case .name: self.name = try reader.string()
        case .kind: kind = try reader.string()
        case .cuisines: cuisines = try [String](from: &reader)
        case .diets: diets = try [String: String](from: &reader)
        case .location: location = try LiveRestaurant.Location(from: &reader)
        case .distance: distance = try reader.optional()
        case .openAt: openAt = try reader.optional()
        case .price: price = try reader.optional()
        case .rating: rating = try reader.optional()
        case .liked: liked = try reader.optional()
        case .lastVisitedAt: lastVisitedAt = try reader.optional()
        case .match: match = try reader.optional()
        case .reason: reason = try reader.optional()
        case .dietFit: dietFit = try reader.optional()
        case .longestWay: longestWay = try reader.optional()
        case .source: source = try RestaurantSource(from: &reader)
        }
    }

    /// Returns the complete summary.
    ///
    /// - Parameter reader: The reader, positioned after the object.
    func summary(_ reader: borrowing JSONReader) throws(JSONFault) -> RestaurantSummary {
        let location = try reader.required(location, "location")
        var summary = try RestaurantSummary(
            id: reader.required(id, "id"), name: reader.required(name, "name"),
            kind: reader.required(kind, "kind"), cuisines: reader.required(cuisines, "cuisines"),
            diets: reader.required(diets, "diets"), latitude: location.latitude,
            longitude: location.longitude, distance: distance, openAt: openAt, price: price, rating: rating,
            match: match, reason: reason, source: reader.required(source, "source"))
        summary.dietFit = dietFit
        summary.longestWay = longestWay
        summary.liked = liked
        summary.lastVisitedAt = lastVisitedAt
        return summary
    }
}
