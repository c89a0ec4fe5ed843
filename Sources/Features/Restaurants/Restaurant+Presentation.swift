import Foundation
import Geo
import GeoSearch
import NoonishAPI

extension RestaurantSummary {
    /// Creates a summary of a search result.
    ///
    /// - Parameter name: Returns the name of a cuisine in the caller's language.
    init(_ hit: PlaceHit, from index: RestaurantIndex, name: (String) -> String) {
        let place = hit.place
        let match = hit.match?.inOwnWords(of: place)
        self.init(
            id: RestaurantID(place.id), name: place.name, kind: (place.kind ?? .restaurant).rawValue,
            cuisines: place.cuisines, diets: place.diets.words, latitude: place.coordinate.latitude,
            longitude: place.coordinate.longitude, distance: hit.metres,
            openAt: hit.openAt.map { index.hours.answer(of: place.hoursPattern, at: $0) ?? .unknown },
            price: place.price,
            rating: place.rating.map { Rating(value: $0.value, count: $0.count) },
            match: match.map { Match(field: $0.field.rawValue, text: $0.text) },
            reason: match?.reason(name), source: index.source(of: place))
    }

    init(_ row: RestaurantRow, distance: Double?, openAt: OpenStatus?, source: RestaurantSource) {
        var diets = DietOffers().words
        diets.merge(row.diets) { _, known in known }
        var rating: Rating?
        if let value = row.rating, let count = row.ratingCount {
            rating = Rating(value: value, count: Int(count))
        }
        self.init(
            id: row.id, name: row.name, kind: row.kind, cuisines: row.cuisines, diets: diets,
            latitude: row.latitude,
            longitude: row.longitude, distance: distance, openAt: openAt, price: row.price.map(Int.init),
            rating: rating,
            match: nil,
            source: source)
    }
}

extension Restaurant {
    init(
        _ row: RestaurantRow, near: Coordinate?, source: RestaurantSource, hours: HoursPatterns,
        openAt: Date?,
        now: Date
    ) {
        let distance = near.flatMap { near in
            row.coordinate.map { (near.distance(to: $0) * 100).rounded() / 100 }
        }
        let pattern = hours.pattern(of: row.hours(row.openingHours))
        let open = openAt.map { pattern?.answer(at: $0) ?? .unknown }
        self.init(
            summary: RestaurantSummary(row, distance: distance, openAt: open, source: source),
            otherNames: row.names, address: Address(row), phone: row.phone, website: row.website,
            hours: row.openingHours, week: pattern?.week(from: openAt ?? now) ?? [],
            timeZone: row.timeZone, brand: row.brand, details: row.extra,
            logo: row.logoTag.map { RestaurantLogo.path($0, of: row.id) }, hasVanished: row.vanishedAt != nil,
            updatedAt: row.updatedAt)
    }
}

extension RestaurantRow {
    fileprivate var coordinate: Coordinate? { try? Coordinate(latitude: latitude, longitude: longitude) }

    /// Returns hours at this place.
    ///
    /// - Parameter text: The restaurant's own hours, or those of its menu.
    func hours(_ text: String?) -> PlaceHours? {
        PlaceHours(text: text, zone: timeZone, country: country, coordinate: coordinate)
    }
}

extension Restaurant.Address {
    init(_ row: RestaurantRow) {
        let town = [row.postcode, row.city].compactMap(\.self).joined(separator: " ")
        let text = [row.street, town].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
        self.init(
            text: text.isEmpty ? nil : text, street: row.street, city: row.city, postcode: row.postcode,
            country: row.country)
    }
}

extension DietOffers {
    /// Every diet with its offer, as raw values.
    var words: [String: String] { self == DietOffers() ? Self.unknown : spelled }

    /// Cached, because the diets of most places are unknown.
    private static let unknown = DietOffers().spelled

    private var spelled: [String: String] {
        Dictionary(uniqueKeysWithValues: Diet.allCases.map { ($0.rawValue, self[$0].rawValue) })
    }
}

extension RestaurantFacets {
    /// Creates facets, the most frequent first, then by key.
    ///
    /// - Parameter name: Returns the name of a cuisine in the caller's language.
    init(_ facets: PlaceFacets, name: (String) -> String) {
        let cuisines = facets.cuisines.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .prefix(RestaurantLimits.facets)
        self.init(
            counted: facets.counted,
            cuisines: cuisines.map { Choice(id: $0.key, name: name($0.key), count: $0.value) },
            diets: Diet.allCases.compactMap { diet in
                facets.diets[diet].map { Choice(id: diet.rawValue, name: diet.rawValue.spaced, count: $0) }
            },
            prices: (1...4).compactMap { price in
                facets.prices[price].map {
                    Choice(id: String(price), name: String(repeating: "€", count: price), count: $0)
                }
            },
            kinds: PlaceKind.allCases.compactMap { kind in
                facets.kinds[kind].map { Choice(id: kind.rawValue, name: kind.rawValue.spaced, count: $0) }
            })
    }
}

extension String {
    /// A key with spaces for underscores.
    var spaced: String { utf8.contains(UInt8(ascii: "_")) ? replacing("_", with: " ") : self }
}
