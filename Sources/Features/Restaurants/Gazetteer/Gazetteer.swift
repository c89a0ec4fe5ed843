import Foundation
import Geo
import GeoSearch
import NoonishAPI
import Synchronization

/// The towns, districts, streets and addresses of the directory and of imported extracts, found by name without
/// another service.
///
/// It uses the same index as the search for restaurants, so names are folded, completed and corrected alike.
final class Gazetteer: Sendable {
    private struct Part: Sendable {
        let kind: NamedArea.Kind
        let rows: [UUID: GazetteerRow]
        /// Finds them by their own names: a single word does not mean all streets of a town.
        let names: PlaceIndex
        /// Finds them by their names together with those of their district and town.
        let details: PlaceIndex
    }

    private let parts = Mutex<[Part]>([])

    /// Replaces all names.
    ///
    /// - Parameters:
    ///   - rows: The addresses of restaurants.
    ///   - entries: The places and streets of extracts. What restaurants have in their addresses is not listed twice.
    func replaceAll(with rows: [GazetteerRow], entries: [GazetteerRow] = []) {
        let merged = GazetteerRow.joined(rows, entries)
        let latin = Transliteration.latin(merged.map(\.name))
        let parts = NamedArea.Kind.allCases.map { kind in
            let rows = Dictionary(
                uniqueKeysWithValues: merged.lazy.filter { $0.kind == kind.rawValue }.map { (UUID(), $0) })
            return Part(
                kind: kind, rows: rows, names: Self.index(rows, latin, withDetails: false),
                details: Self.index(rows, latin, withDetails: true))
        }
        self.parts.withLock { $0 = parts }
    }

    /// Returns the places whose names complete `text`: best match first, then towns before districts before streets
    /// before addresses, then the nearest to `near`, or without it those with the most restaurants. For the number of
    /// a house that no restaurant has, returns the street.
    func search(_ text: String, near: Coordinate?, limit: Int) -> [NamedArea] {
        let words = TextFolding.words(of: text)
        let numbers = words.filter { $0.first?.isNumber ?? false }
        let found = rows(words, hasNumber: !numbers.isEmpty, near: near, limit: limit)
        if !found.isEmpty || numbers.isEmpty || numbers.count == words.count {
            return found.compactMap(\.area)
        }
        return rows(words.filter { !numbers.contains($0) }, hasNumber: false, near: near, limit: limit)
            .compactMap(\.area)
    }

    /// Returns the rows that folded words find, in the order of ``search(_:near:limit:)``.
    func rows(_ words: [String], hasNumber: Bool, near: Coordinate?, limit: Int) -> [GazetteerRow] {
        let query = PlaceQuery(
            .around(near ?? .nullIsland), text: words.joined(separator: " "),
            limit: near == nil ? SearchLimits.pageSize : limit)
        var found: [(rank: (tier: MatchTier, kind: Int, far: Int), row: GazetteerRow)] = []
        for (position, part) in parts.withLock({ $0 }).enumerated() where part.kind != .address || hasNumber {
            let index = words.count == 1 ? part.names : part.details
            for hit in index.suggest(query) {
                guard let row = part.rows[hit.id], let tier = hit.match?.tier,
                    // A street is not found by the name of its town alone.
                    !Set(words).isSubset(of: TextFolding.words(of: row.detail ?? ""))
                else { continue }
                found.append(((tier, position, near == nil ? -row.count : hit.centimetres), row))
            }
        }
        return found.sorted { $0.rank < $1.rank }.prefix(limit).map(\.row)
    }

    private static func index(
        _ rows: [UUID: GazetteerRow], _ latin: [String: String], withDetails: Bool
    ) -> PlaceIndex {
        var batch = PlaceBatch(vocabulary: Vocabulary())
        for (id, row) in rows {
            guard let coordinate = row.coordinate else { continue }
            batch.add(
                Place(
                    id: id, coordinate: coordinate, name: row.name, otherNames: row.otherNames,
                    transliterations: latin[row.name].map { [$0] } ?? [],
                    areas: withDetails ? [row.district, row.town].compactMap { $0 } : []))
        }
        let index = PlaceIndex(vocabulary: Vocabulary())
        index.replaceAll(with: batch)
        return index
    }
}
