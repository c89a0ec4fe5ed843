import Foundation
import Geo
import GeoSearch
import NoonishAPI
import Postgres

// Where house numbers are
// =======================
// A country has a few hundred thousand streets and millions of houses. The streets are in memory; their houses are in
// the rows of the table, and are read for the few streets that a text with a number finds.

extension Gazetteer {
    /// A text with the number of a house: the number and the words of the street.
    struct AddressText: Hashable {
        /// Letters and digits only, folded.
        let number: String
        let street: [String]
    }

    /// Returns what ``search(_:near:limit:)`` does, and before it the houses of the extracts with the number in `text`.
    func search(
        _ text: String, near: Coordinate?, limit: Int, in database: any Database
    ) async throws -> [NamedArea] {
        let found = search(text, near: near, limit: limit)
        let words = TextFolding.words(of: text)
        for house in AddressText.readings(of: words) {
            let streets = rows(house.street, hasNumber: false, near: near, limit: limit).filter {
                $0.entry != nil && $0.kind == NamedArea.Kind.street.rawValue
            }
            guard !streets.isEmpty else { continue }
            let houses = try await database.all(.houses(house.number, on: streets.compactMap(\.entry)))
            guard !houses.isEmpty else { continue }
            let areas = streets.flatMap { street in
                houses.filter { $0.street == street.entry }.map { street.address(of: $0) }
            }
            // A restaurant's own address goes before the same address of an extract.
            let own = found.filter { $0.kind == .address }
            let others = areas.filter { area in !own.contains { $0.isSameLine(as: area) } }
            let exact = own.filter { own in areas.contains { own.isSameLine(as: $0) } }
            return Array((exact + others + found.filter { !exact.contains($0) }).prefix(limit))
        }
        return found
    }
}

extension Gazetteer.AddressText {
    /// Returns how words can be read: the last number as that of the house, else the first, as in English.
    static func readings(of words: [String]) -> [Self] {
        let numbers = words.indices.filter { words[$0].first?.isNumber ?? false }
        var readings: [Self] = []
        for first in [numbers.last, numbers.first].compactMap({ $0 }) {
            // "12 a" is one number.
            let letter = first + 1
            let hasLetter = letter < words.count && words[letter].count == 1
            let end = hasLetter ? letter + 1 : letter
            let street = Array(words[..<first] + words[end...])
            let reading = Self(number: words[first..<end].joined(), street: street)
            if !street.isEmpty, !readings.contains(reading) { readings.append(reading) }
        }
        return readings
    }
}

extension GazetteerRow {
    /// Returns the address of a house of the street.
    fileprivate func address(of house: GazetteerAddress) -> NamedArea {
        NamedArea(
            kind: .address, name: "\(name) \(house.number)", detail: detail,
            location: .init(latitude: house.latitude, longitude: house.longitude), attribution: attribution)
    }
}

extension NamedArea {
    /// Whether both have the same name in the same place.
    fileprivate func isSameLine(as other: NamedArea) -> Bool {
        guard TextFolding.words(of: name) == TextFolding.words(of: other.name),
            let here = try? Coordinate(latitude: location.latitude, longitude: location.longitude),
            let there = try? Coordinate(
                latitude: other.location.latitude, longitude: other.location.longitude)
        else { return false }
        return here.distance(to: there) < RestaurantLimits.besideDistance
    }
}
