import Foundation
import GeoSearch

/// Reads OpenStreetMap's tags leniently: values may have HTML entities, lists and additional text.
struct TagReader {
    private let tags: [String: String]

    init(_ tags: [String: String]) { self.tags = tags }

    subscript(tag: String) -> String? { tags[tag] }

    /// Returns one line of cleaned text; `nil` if it is missing, empty or too long to be plausible.
    func clean(_ tag: String) -> String? {
        guard let text = tags[tag].map(Self.cleaned), !text.isEmpty else { return nil }
        return tag == "name" || text.unicodeScalars.count <= RestaurantLimits.detail ? text : nil
    }

    /// Decodes HTML entities, and collapses white space and control characters into single spaces.
    static func cleaned(_ text: String) -> String {
        let text = text.contains("&") ? HTMLEntities.decoded(text) : text
        return text.split { character in
            character.isWhitespace
                || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }.joined(separator: " ")
    }

    var country: String? {
        guard let code = tags["addr:country"]?.trimmed.uppercased(), code.utf8.count == 2,
            code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        return code
    }

    /// The source's own rating: `rating`, 0 to 5, and `rating_count`; `nil` without both.
    var rating: PlaceRating? {
        guard let value = tags["rating"].flatMap({ Double($0) }), (0...5).contains(value),
            let count = tags["rating_count"].flatMap({ Int($0) }), count > 0
        else { return nil }
        return PlaceRating(value: value, count: min(count, RestaurantLimits.maximumRatingCount))
    }

    /// The street followed by the house number, else the full address line.
    var street: String? {
        let street = clean("addr:street") ?? clean("addr:place")
        guard let number = clean("addr:housenumber") else { return street ?? clean("addr:full") }
        return street.map { "\($0) \(number)" } ?? clean("addr:full")
    }

    /// Returns other names by language or by type of name.
    func otherNames(than name: String) -> [String: String] {
        var names: [String: String] = [:]
        for tag in tags.keys.sorted() {
            let key: String
            if tag.hasPrefix("name:") {
                key = String(tag.dropFirst(5))
            } else if tag.hasSuffix("_name"),
                Self.namePrefixes.contains(String(tag.dropLast(5)))
            {
                key = String(tag.dropLast(5))
            } else {
                continue
            }
            guard (1...20).contains(key.utf8.count), let text = clean(tag), text != name, names[key] == nil
            else { continue }
            names[key] = text
        }
        return names
    }

    /// Returns distinct cuisines: keys of the vocabulary for known words, other words as they are.
    func cuisines(_ words: CuisineVocabulary) -> [String] {
        var cuisines: [String] = []
        for part in (tags["cuisine"] ?? "").split(whereSeparator: { ";,".contains($0) }) {
            for key in Self.keys(of: Self.cleaned(String(part)), words) where !cuisines.contains(key) {
                cuisines.append(key)
            }
        }
        return Array(cuisines.prefix(RestaurantLimits.cuisines))
    }

    /// Returns the key of one cuisine, or the keys of several separated only by spaces if each of them is a
    /// known word.
    private static func keys(of text: String, _ words: CuisineVocabulary) -> [String] {
        if let key = words.key(of: text) { return [key] }
        let parts = text.split(separator: " ").compactMap { words.key(of: String($0)) }
        if parts.count > 1, parts.count == text.split(separator: " ").count { return parts }
        let key = text.lowercased().split { $0 == " " || $0 == "_" }.joined(separator: "_")
        return (1...40).contains(key.unicodeScalars.count) ? [key] : []
    }

    /// Returns the diets of `diet:*` and `cuisine`. Vegan food implies vegetarian food; nothing else is
    /// inferred.
    func diets(_ cuisines: [String]) -> [String: String] {
        var diets: [String: String] = [:]
        for diet in Diet.allCases {
            guard let value = tags["diet:\(diet.rawValue)"], let offer = DietOffer(rawValue: value),
                offer != .unknown
            else { continue }
            diets[diet.rawValue] = offer.rawValue
        }
        for diet in [Diet.vegan, .vegetarian, .halal, .kosher] where cuisines.contains(diet.rawValue) {
            diets[diet.rawValue] = diets[diet.rawValue] ?? DietOffer.yes.rawValue
        }
        if let vegan = diets[Diet.vegan.rawValue], vegan == "yes" || vegan == "only" {
            diets[Diet.vegetarian.rawValue] = diets[Diet.vegetarian.rawValue] ?? vegan
        }
        return diets
    }

    /// Tags that are shown but not searched.
    var extra: [String: String] {
        var extra: [String: String] = [:]
        for tag in tags.keys.sorted() {
            let isStored = Self.isStored(tag) || tag.hasPrefix("extra:")
            guard isStored, tag.utf8.count <= 60, let text = clean(tag) else { continue }
            extra[tag.hasPrefix("extra:") ? String(tag.dropFirst(6)) : tag] = text
        }
        return extra
    }

    /// The supported prefixes of `…_name` tags.
    static let namePrefixes: Set<String> = ["alt", "old", "short", "official", "int", "loc"]

    static func isStored(_ tag: String) -> Bool { storedTags.contains(tag) || tag.hasPrefix("payment:") }

    private static let storedTags: Set<String> = [
        "level", "wheelchair", "outdoor_seating", "indoor_seating", "takeaway", "delivery", "capacity",
        "stars",
        "email", "contact:email", "internet_access", "reservation", "smoking", "opening_hours:kitchen", "dog",
        "drive_through", "microbrewery", "toilets:wheelchair", "changing_table", "highchair", "description",
    ]
}
