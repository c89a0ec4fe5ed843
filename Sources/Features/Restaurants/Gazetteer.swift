import Foundation
import Geo
import GeoSearch
import NoonishAPI
import Synchronization

/// The towns, districts, streets and addresses of the directory, found by name without another service.
///
/// It uses the same index as the search for restaurants, so names are folded, completed and corrected alike.
final class Gazetteer: Sendable {
    private struct Part: Sendable {
        let kind: NamedArea.Kind
        let rows: [UUID: GazetteerRow]
        let index: PlaceIndex
    }

    private let parts = Mutex<[Part]>([])

    /// Replaces all names.
    func replaceAll(with rows: [GazetteerRow]) {
        let merged = Self.merge(rows)
        let latin = Transliteration.latin(merged.map(\.name).filter(Transliteration.isNeeded))
        let parts = NamedArea.Kind.allCases.map { kind in
            let rows = Dictionary(
                uniqueKeysWithValues: merged.lazy.filter { $0.kind == kind.rawValue }.map { (UUID(), $0) })
            var batch = PlaceBatch(vocabulary: Vocabulary())
            for (id, row) in rows {
                guard let coordinate = row.coordinate else { continue }
                batch.add(
                    Place(
                        id: id, coordinate: coordinate, name: row.name,
                        transliterations: latin[row.name].map { [$0] } ?? [],
                        areas: [row.district, row.town].compactMap { $0 }))
            }
            let index = PlaceIndex(vocabulary: Vocabulary())
            index.replaceAll(with: batch)
            return Part(kind: kind, rows: rows, index: index)
        }
        self.parts.withLock { $0 = parts }
    }

    /// Returns the places whose names complete `text`: best match first, then towns before districts before streets
    /// before addresses, then the nearest to `near`, or without it those with the most restaurants. For the number of
    /// a house that is not known, returns the street.
    func search(_ text: String, near: Coordinate?, limit: Int) -> [NamedArea] {
        let words = TextFolding.words(of: text)
        let numbers = words.filter { $0.first?.isNumber ?? false }
        let found = places(words, hasNumber: !numbers.isEmpty, near: near, limit: limit)
        if !found.isEmpty || numbers.isEmpty || numbers.count == words.count { return found }
        return places(words.filter { !numbers.contains($0) }, hasNumber: false, near: near, limit: limit)
    }

    private func places(_ words: [String], hasNumber: Bool, near: Coordinate?, limit: Int) -> [NamedArea] {
        let query = PlaceQuery(
            .around(near ?? .nullIsland), text: words.joined(separator: " "),
            limit: near == nil ? SearchLimits.pageSize : limit)
        var found: [(rank: (tier: MatchTier, kind: Int, far: Int), area: NamedArea)] = []
        for (position, part) in parts.withLock({ $0 }).enumerated() where part.kind != .address || hasNumber {
            for hit in part.index.suggest(query) {
                guard let row = part.rows[hit.id], let area = row.area else { continue }
                // A street is not found by the name of its town alone.
                guard let tier = hit.match?.tier,
                    !Set(words).isSubset(of: TextFolding.words(of: row.detail ?? ""))
                else { continue }
                found.append(((tier, position, near == nil ? -row.count : hit.centimetres), area))
            }
        }
        return found.sorted { $0.rank < $1.rank }.prefix(limit).map(\.area)
    }

    /// Joins rows of one name in one town that are near each other: the cells of the statement divide towns.
    private static func merge(_ rows: [GazetteerRow]) -> [GazetteerRow] {
        let named = Dictionary(grouping: rows) {
            [$0.kind, TextFolding.words(of: $0.name).joined(separator: " "), $0.town ?? ""]
        }
        return named.values.flatMap { rows in
            var merged: [GazetteerRow] = []
            for row in rows {
                let near = merged.firstIndex { other in
                    guard let here = row.coordinate, let there = other.coordinate else { return false }
                    return here.distance(to: there) < RestaurantLimits.namesakeDistance
                }
                if let near { merged[near].merge(row) } else { merged.append(row) }
            }
            return merged
        }
    }
}
