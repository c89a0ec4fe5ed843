import Foundation
import Geo
import GeoSearch
import NoonishAPI

extension RestaurantSummary {
    init(_ hit: PlaceHit, source: RestaurantSource) {
        let place = hit.place
        self.init(
            id: RestaurantID(place.id), name: place.name, kind: place.kind.rawValue, cuisines: place.cuisines,
            diets: place.diets.words, latitude: place.coordinate.latitude,
            longitude: place.coordinate.longitude,
            distance: hit.metres, price: place.price,
            rating: place.rating.map { Rating(value: $0.value, count: $0.count) },
            match: hit.match.map { Match(field: $0.field.rawValue, text: $0.text) }, source: source)
    }

    init(_ row: RestaurantRow, distance: Double?, source: RestaurantSource) {
        var diets = DietOffers().words
        diets.merge(row.diets) { _, known in known }
        var rating: Rating?
        if let value = row.rating, let count = row.ratingCount {
            rating = Rating(value: value, count: Int(count))
        }
        self.init(
            id: row.id, name: row.name, kind: row.kind, cuisines: row.cuisines, diets: diets,
            latitude: row.latitude,
            longitude: row.longitude, distance: distance, price: row.price.map(Int.init), rating: rating,
            match: nil,
            source: source)
    }
}

extension Restaurant {
    init(_ row: RestaurantRow, near: Coordinate?, source: RestaurantSource) {
        let location = try? Coordinate(latitude: row.latitude, longitude: row.longitude)
        let distance = near.flatMap { near in location.map { (near.distance(to: $0) * 100).rounded() / 100 } }
        self.init(
            summary: RestaurantSummary(row, distance: distance, source: source), otherNames: row.names,
            address: Address(row), phone: row.phone, website: row.website, hours: row.openingHours,
            timeZone: row.timeZone, brand: row.brand, details: row.extra, hasVanished: row.vanishedAt != nil,
            updatedAt: row.updatedAt)
    }
}

extension Restaurant.Address {
    init(_ row: RestaurantRow) {
        let town = [row.postcode, row.city].compactMap(\.self).joined(separator: " ")
        let text = [row.street, town].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
        self.init(
            text: text.isEmpty ? nil : text, street: row.street, postcode: row.postcode, city: row.city,
            country: row.country)
    }
}

extension DietOffers {
    /// Every diet with what is offered, in words.
    var words: [String: String] {
        Dictionary(uniqueKeysWithValues: Diet.allCases.map { ($0.rawValue, self[$0].rawValue) })
    }
}
