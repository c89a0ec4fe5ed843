import Foundation
import Geo
import NoonishAPI
import Postgres

/// A place or a street of an extract, as in the table `gazetteer_entry`.
struct GazetteerEntry: Hashable, Sendable {
    /// The number of a house and where it stands.
    struct NumberedAddress: Hashable, Sendable {
        let number: String
        let coordinate: Coordinate
    }

    var kind: NamedArea.Kind
    var name: String
    /// In other languages, former and short ones.
    var otherNames: [String]
    var district: String?
    var town: String?
    var coordinate: Coordinate
    /// 4 for a city to 1 for a hamlet, 0 for anything else: of equal names the largest comes first.
    var weight = 0
    var houses: [NumberedAddress] = []
}

extension GazetteerEntry {
    /// Returns a row of the table in the order of ``columns``.
    func row(source: String, importID: UUID) -> CopyRow {
        CopyRow(
            UUID.v7(), source, importID, kind.rawValue, name, otherNames, district, town,
            coordinate.latitude, coordinate.longitude, Int32(weight), houses.map(\.number),
            houses.map(\.coordinate.latitude), houses.map(\.coordinate.longitude))
    }

    static let columns: StaticString =
        """
        gazetteer_entry (id, source, staged_in, kind, name, other_names, district, town, latitude, longitude, weight,
        house_numbers, house_latitudes, house_longitudes)
        """
}

/// The rows of an extract for the table, made at the pace of the database.
struct GazetteerEntryRows: AsyncSequence {
    let extract: GazetteerExtract
    let source: String
    let importID: UUID

    func makeAsyncIterator() -> Iterator {
        Iterator(extract: extract, source: source, importID: importID)
    }

    struct Iterator: AsyncIteratorProtocol {
        let extract: GazetteerExtract
        let source: String
        let importID: UUID
        private var position = 0

        init(extract: GazetteerExtract, source: String, importID: UUID) {
            self.extract = extract
            self.source = source
            self.importID = importID
        }

        mutating func next() async throws -> CopyRow? {
            guard position < extract.count else { return nil }
            defer { position += 1 }
            return extract[position].row(source: source, importID: importID)
        }
    }
}
