import Initializers

/// The file to import and its defaults.
@MemberwiseInit
package struct ImportRequest: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        /// OpenStreetMap: `.osm.pbf`, `.osm`, or GeoJSON and Overpass JSON with its tags.
        case osm
        /// A FeatureCollection, or a sequence of features.
        case geojson
        /// Objects in an array, in an array that is a member of the root object, or one after the other.
        case json
        /// Comma, semicolon or tab separated, with a header unless the mapping names the columns.
        case csv
    }

    package var format: Format
    /// Path of the file; `.gz` is decompressed on the fly.
    package var file: String
    /// Id of the source; `nil` uses the mapping's, or `osm`.
    package var source: String? = nil
    /// Time zone of the whole file, as a name in tzdata, if all of it lies in one.
    package var zone: String? = nil
    /// ISO 3166-1 alpha-2 code, for records without a country.
    package var country: String? = nil
    /// Path of a YAML file that maps fields to tags.
    package var mapping: String? = nil
}

/// The reason why an import failed, as a text for the operator. Nothing was changed.
package struct ImportFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
