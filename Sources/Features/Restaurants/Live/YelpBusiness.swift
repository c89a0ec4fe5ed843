import Geo
import JSON
import NoonishAPI

/// Decodes Yelp's businesses.
///
/// - Source: docs.developer.yelp.com, "Business Search" and "Business Details", response 200.
enum YelpBusiness {
    /// Returns the businesses of a search response; `nil` if it does not have the documented form.
    static func list(_ answer: JSONValue, from origin: Coordinate) -> [LiveRestaurant]? {
        guard case .object(let object) = answer, case .array(let list)? = object["businesses"] else {
            return nil
        }
        return list.compactMap { read($0, from: origin) }
    }

    /// Returns one business; `nil` without id, name or page, because a business must be linked to be shown.
    static func read(_ value: JSONValue, from origin: Coordinate?) -> LiveRestaurant? {
        guard case .object(let object) = value, let id = object.text("id"), let name = object.text("name"),
            let url = object.text("url"), url.hasPrefix("https://")
        else { return nil }
        let coordinate = object.object("coordinates").flatMap(coordinate)
        var rating: RestaurantSummary.Rating?
        if let value = object["rating"]?.number, case .integer(let count)? = object["review_count"], count > 0
        {
            rating = .init(value: value, count: count)
        }
        return LiveRestaurant(
            id: id, name: name, url: url, imageURL: object.text("image_url"),
            location: coordinate.map { .init(latitude: $0.latitude, longitude: $0.longitude) },
            distance: origin.flatMap { origin in coordinate.map { origin.distance(to: $0).rounded() } },
            address: object.object("location")?.texts("display_address").joined(separator: ", "),
            phone: object.text("phone").flatMap { PhoneNumber.e164($0, country: nil) },
            categories: categories(object["categories"]),
            price: object.text("price").flatMap { (1...4).contains($0.count) ? $0.count : nil },
            rating: rating, hasClosed: object["is_closed"] == .boolean(true), hours: hours(object["hours"]))
    }

    private static func coordinate(_ object: JSONObject) -> Coordinate? {
        guard let latitude = object["latitude"]?.number, let longitude = object["longitude"]?.number else {
            return nil
        }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func categories(_ value: JSONValue?) -> [String] {
        guard case .array(let list)? = value else { return [] }
        return list.compactMap { if case .object(let object) = $0 { object.text("title") } else { nil } }
    }

    /// Reads opening hours. Yelp's `day` is 0 for Monday and its times have the form `1130`.
    private static func hours(_ value: JSONValue?) -> [LiveRestaurant.Hours] {
        guard case .array(let lists)? = value, case .object(let first)? = lists.first,
            case .array(let open)? = first["open"]
        else { return [] }
        return open.compactMap { stretch in
            guard case .object(let object) = stretch, case .integer(let day)? = object["day"],
                (0...6).contains(day), let from = object.text("start").flatMap(clock),
                let to = object.text("end").flatMap(clock)
            else { return nil }
            return LiveRestaurant.Hours(weekday: day + 1, from: from, to: to)
        }
    }

    private static func clock(_ text: String) -> String? {
        guard text.count == 4, text.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return "\(text.prefix(2)):\(text.suffix(2))"
    }
}

extension JSONObject {
    /// Returns a string member; `nil` also for an empty string, which Yelp sends for a missing value.
    fileprivate func text(_ name: String) -> String? {
        guard case .string(let text)? = self[name], !text.isEmpty else { return nil }
        return text
    }

    fileprivate func texts(_ name: String) -> [String] {
        guard case .array(let list)? = self[name] else { return [] }
        return list.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    fileprivate func object(_ name: String) -> JSONObject? {
        if case .object(let object)? = self[name] { object } else { nil }
    }
}

extension JSONValue {
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
