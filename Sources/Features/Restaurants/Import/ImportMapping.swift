import Foundation
import Geo
import NoonishAPI

// How fields become tags
// ======================
// Everything that is imported is read as OpenStreetMap's tags: `amenity`, `cuisine`, `addr:city` and so on. A
// file with other fields needs a mapping, a YAML file such as those in `config/imports/`:
//
//     source: {id: uk-food-premises, name: …, licence: …, attribution: …, url: https://…}
//     country: GB                              # default for records without a country
//     columns: [id, name, type, lat, lon]      # of a CSV file without a header
//     id: [id]                                 # fields whose values, joined by "/", are the record's id
//     latitude: lat
//     longitude: lon
//     tags: {name: name, "addr:city": [town, authority]}      # tag: field, or the first one with a value;
//                                                             # without tags, well-known names
//     values: {type: {"Pub/bar/nightclub": {amenity: pub}}}   # field: its value: the tags that this means
//     constants: {amenity: restaurant}         # tags of every record that has no other value for them
//
// docs/imports.md has an example for each kind of file. A tag that begins with `extra:` is stored and shown but
// not searched. Without a mapping, fields with well-known names are used (see ``wellKnown``), and `addr_city` is
// read as `addr:city`.

/// Maps the fields of one file to tags.
struct ImportMapping: Hashable, Sendable {
    var source: RestaurantSource?
    var country: String?
    var zone: String?
    var columns: [String]?
    var id: [String] = []
    var latitude: String?
    var longitude: String?
    var tags: [String: [String]] = [:]
    var values: [String: [String: [String: String]]] = [:]
    var constants: [String: String] = [:]

    /// Returns the record with tags as fields, and with the id and coordinate that its fields contain.
    ///
    /// - Parameter wellKnown: Returns the record with the tags that need no mapping; used if the mapping has no `tags`.
    func apply(to record: ImportRecord, withoutTags wellKnown: () -> ImportRecord) -> ImportRecord {
        var mapped =
            tags.isEmpty ? wellKnown() : ImportRecord(id: record.id, coordinate: record.coordinate)
        if !id.isEmpty {
            let parts = id.compactMap { record.fields[$0] }
            mapped.id = parts.count == id.count ? parts.joined(separator: "/") : nil
        }
        if let latitude, let longitude {
            mapped.coordinate = Self.coordinate(record.fields[latitude], record.fields[longitude])
        }
        mapped.fields.merge(constants) { known, _ in known }
        for (tag, fields) in tags {
            guard let value = fields.lazy.compactMap({ record.fields[$0] }).first else { continue }
            mapped.fields[tag] = value
        }
        for (field, meanings) in values.sorted(by: { $0.key < $1.key }) {
            guard let value = record.fields[field], let meant = meanings[value] else { continue }
            mapped.fields.merge(meant) { _, new in new }
        }
        return mapped
    }

    static func coordinate(_ latitude: String?, _ longitude: String?) -> Coordinate? {
        guard let latitude, let longitude else { return nil }
        return Coordinate(text: "\(latitude.trimmed),\(longitude.trimmed)")
    }
}

extension ImportMapping {
    /// Maps tags to the field names, in lower case, that need no mapping.
    static let wellKnown: [String: [String]] = [
        "id": ["id", "_id", "osm_id", "placeid", "place_id"],
        "name": ["name", "title", "businessname", "business_name"],
        "amenity": ["amenity", "kind", "type", "category"],
        "latitude": ["latitude", "lat", "y", "geocode.latitude", "location.lat", "location.latitude"],
        "longitude": [
            "longitude", "lon", "lng", "long", "x", "geocode.longitude", "location.lng", "location.longitude",
        ],
        "cuisine": ["cuisine", "cuisines"],
        "phone": ["phone", "telephone", "tel"],
        "website": ["website", "url", "homepage"],
        "opening_hours": ["opening_hours", "hours", "openinghours"],
        "addr:street": ["addr:street", "street", "address", "address.street"],
        "addr:postcode": ["addr:postcode", "postcode", "postal_code", "zip"],
        "addr:city": ["addr:city", "city", "town"],
        "addr:country": ["addr:country", "country"],
    ]

    /// Returns the record with well-known fields as tags; fields that are tags already stay. If several
    /// fields map to one tag, the first in ``wellKnown`` wins, so that results are deterministic.
    static func guess(_ record: ImportRecord) -> ImportRecord {
        var fields: [String: String] = [:]
        for (field, value) in record.fields.sorted(by: { $0.key < $1.key }) {
            let name = tag(field.lowercased())
            fields[name] = fields[name] ?? value
        }
        for (tag, names) in wellKnown {
            fields[tag] = names.lazy.compactMap { fields[Self.tag($0)] }.first
        }
        return ImportRecord(
            id: record.id ?? fields["id"],
            coordinate: record.coordinate ?? coordinate(fields["latitude"], fields["longitude"]),
            fields: fields)
    }

    /// Returns `addr:city` for `addr_city`.
    private static func tag(_ name: String) -> String {
        for prefix in ["addr", "contact", "diet", "payment", "name"] where name.hasPrefix(prefix + "_") {
            return prefix + ":" + name.dropFirst(prefix.count + 1)
        }
        return name
    }
}

extension String {
    /// The string without leading and trailing white space.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
