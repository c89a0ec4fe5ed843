/// What to import, and what is known of it.
package struct ImportRequest: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        /// OpenStreetMap: `.osm.pbf`, `.osm`, or GeoJSON and Overpass JSON with its tags.
        case osm
        /// A FeatureCollection, or a sequence of features.
        case geojson
        /// Objects in an array, in an array of the root object, or one after the other.
        case json
        /// Comma, semicolon or tab separated, with a header unless the mapping names the columns.
        case csv
    }

    package var format: Format
    /// Path of the file; `.gz` is unpacked on the way.
    package var file: String
    /// Id of the source; nil means the mapping's, or `osm`.
    package var source: String?
    /// Name of tzdata that all of it lies in, where one is known.
    package var zone: String?
    /// ISO 3166-1 alpha-2, for what does not say.
    package var country: String?
    /// Path of a YAML file that says how fields become tags.
    package var mapping: String?

    package init(
        format: Format, file: String, source: String? = nil, zone: String? = nil, country: String? = nil,
        mapping: String? = nil
    ) {
        self.format = format
        self.file = file
        self.source = source
        self.zone = zone
        self.country = country
        self.mapping = mapping
    }
}

/// Why an import did not happen, in words for who asked for it. Nothing was changed.
package struct ImportFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
