import Foundation
import Geo
import GeoSearch

/// The parameters of Yelp's business search, within its limits.
///
/// - Source: docs.developer.yelp.com, "Business Search", `GET /v3/businesses/search`.
struct YelpSearch {
    /// In a fixed order, so that equal searches have equal queries.
    let parameters: [(name: String, value: String)]

    init(_ query: LiveQuery) {
        var parameters: [(name: String, value: String)] = [
            ("latitude", Self.coarse(query.origin.latitude)),
            ("longitude", Self.coarse(query.origin.longitude)),
        ]
        var terms = query.text.isEmpty ? [] : [query.text]
        var categories: [String] = []
        for cuisine in query.cuisines.sorted() {
            if let alias = YelpCategories.ofCuisines[cuisine] {
                categories.append(alias)
            } else {
                terms.append(cuisine.replacing("_", with: " "))
            }
        }
        // Several categories mean any of them, so a diet can only be a category if there is no other one.
        for diet in query.diets.sorted(by: { $0.rawValue < $1.rawValue }) {
            if categories.isEmpty, query.diets.count == 1, let alias = YelpCategories.alias(of: diet) {
                categories.append(alias)
            } else {
                terms.append(diet.rawValue.replacing("_", with: " "))
            }
        }
        if !terms.isEmpty { parameters.append(("term", terms.joined(separator: " "))) }
        let listed = categories.isEmpty ? YelpCategories.any : categories.joined(separator: ",")
        parameters.append(("categories", listed))
        if let radius = query.radius {
            parameters.append(("radius", String(Int(min(max(1, radius.rounded(.up)), YelpLimits.radius)))))
        }
        if !query.prices.isEmpty {
            let prices = query.prices.sorted().map(String.init).joined(separator: ",")
            parameters.append(("price", prices))
        }
        if !query.attributes.isEmpty {
            let attributes = query.attributes.map(Self.attribute).sorted()
            parameters.append(("attributes", attributes.joined(separator: ",")))
        }
        if let openAt = query.openAt {
            parameters.append(("open_at", String(Int(openAt.timeIntervalSince1970))))
        }
        parameters.append(("sort_by", Self.order(query.order)))
        parameters.append(("limit", String(min(max(1, query.limit), YelpLimits.page))))
        parameters.append(("offset", "0"))
        self.parameters = parameters
    }

    /// The query string, `latitude=…&longitude=…`.
    var query: String {
        parameters.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
    }

    /// Returns Yelp's attribute. Yelp returns only places that have all attributes. It has none for diets: an
    /// attribute about what guests like does not guarantee that the place serves it, so diets are searched by
    /// category and term.
    private static func attribute(_ attribute: LiveAttribute) -> String {
        switch attribute {
        case .deals: "deals"
        case .reservation: "reservation"
        case .waitlist: "waitlist_reservation"
        case .wheelchair: "wheelchair_accessible"
        case .new: "hot_and_new"
        }
    }

    private static func coarse(_ degrees: Double) -> String {
        String((degrees * YelpLimits.roundingFactor).rounded() / YelpLimits.roundingFactor)
    }

    private static func order(_ order: PlaceOrder) -> String {
        switch order {
        case .distance, .fair: "distance"
        case .rating: "rating"
        case .best: "best_match"
        }
    }

    /// Returns the text with everything but the unreserved characters of RFC 3986, section 2.3,
    /// percent-encoded.
    static func encoded(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
