import Geo
import GeoSearch
import NoonishAPI

extension GazetteerRow {
    /// Joins the addresses of restaurants with the places and streets of extracts. An entry that restaurants have in
    /// their addresses, or that another extract has too, makes no line of its own.
    static func joined(_ rows: [GazetteerRow], _ entries: [GazetteerRow]) -> [GazetteerRow] {
        var joined = merge(rows)
        var positions = Dictionary(grouping: joined.indices) { joined[$0].key }
        for entry in entries {
            let same = positions[entry.key, default: []].first { joined[$0].isSame(as: entry) }
            if let same {
                joined[same].add(entry)
            } else {
                positions[entry.key, default: []].append(joined.count)
                joined.append(entry)
            }
        }
        return joined
    }

    /// Joins rows of one name in one town that are near each other: the cells of the statement divide towns.
    private static func merge(_ rows: [GazetteerRow]) -> [GazetteerRow] {
        let named = Dictionary(grouping: rows) { $0.key + [$0.town ?? ""] }
        return named.values.flatMap { rows in
            var merged: [GazetteerRow] = []
            for row in rows {
                let near = merged.firstIndex { $0.isWithin(RestaurantLimits.namesakeDistance, of: row) }
                if let near { merged[near].merge(row) } else { merged.append(row) }
            }
            return merged
        }
    }

    /// The kind and the folded name.
    private var key: [String] { [kind, TextFolding.words(of: name).joined(separator: " ")] }

    /// Whether an entry with the same name is the same place: near, and beside each other if their towns differ,
    /// because the nearest town is not always that of the address.
    private func isSame(as entry: GazetteerRow) -> Bool {
        if kind == NamedArea.Kind.town.rawValue {
            return isWithin(RestaurantLimits.sameTownDistance, of: entry)
        }
        let hasOtherTown = town != nil && entry.town != nil && town != entry.town
        return isWithin(
            hasOtherTown ? RestaurantLimits.besideDistance : RestaurantLimits.sameStreetDistance, of: entry)
    }

    private func isWithin(_ metres: Double, of other: GazetteerRow) -> Bool {
        guard let here = coordinate, let there = other.coordinate else { return false }
        return here.distance(to: there) < metres
    }
}
