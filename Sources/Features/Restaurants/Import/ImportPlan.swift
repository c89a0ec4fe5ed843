import Foundation
import NoonishAPI

/// The configuration of an import, with everything that its rows need.
struct ImportPlan: Sendable {
    let importID: UUID
    /// `nil` when the fields are tags already or have well-known names.
    let mapping: ImportMapping?
    /// Whether the fields are OpenStreetMap's own tags. They are used without guessing: a `type` is not a
    /// kind of place.
    let hasTags: Bool
    let defaults: ImportedRestaurant.Defaults
    let words: CuisineVocabulary

    /// Converts a record into a restaurant.
    ///
    /// - Throws: The reason why the record is skipped.
    func restaurant(_ record: ImportRecord) throws(SkipReason) -> ImportedRestaurant {
        func wellKnown() -> ImportRecord { hasTags ? record : ImportMapping.guess(record) }
        let tagged = mapping?.apply(to: record, withoutTags: wellKnown) ?? wellKnown()
        return try ImportedRestaurant(tagged, words, defaults)
    }
}

extension ImportPlan {
    /// Creates a plan.
    ///
    /// - Throws: ``ImportFault`` if the request or its mapping has an invalid country or time zone.
    init(
        _ request: ImportRequest, _ mapping: ImportMapping?, _ words: CuisineVocabulary, _ zones: ZoneMap
    ) throws(ImportFault) {
        let country = request.country ?? mapping?.country
        let zone = request.zone ?? mapping?.zone
        if let country, country.wholeMatch(of: /[A-Z]{2}/) == nil {
            throw ImportFault(
                "\(country) is not a country code; use two capital letters (ISO 3166-1), such as FI")
        }
        if let zone, TimeZone(identifier: zone) == nil || !(zone.contains("/") || zone == "UTC") {
            throw ImportFault("\(zone) is not a time zone; use a tzdata name such as Europe/Helsinki")
        }
        self.init(
            importID: UUID(), mapping: mapping, hasTags: request.format == .osm,
            defaults: .init(country: country, timeZone: zone, zones: zones),
            words: words)
    }
}

extension RestaurantSource {
    static let openStreetMap = RestaurantSource(
        id: "osm", name: "OpenStreetMap", licence: "Open Database License 1.0",
        attribution: "© OpenStreetMap contributors", url: "https://www.openstreetmap.org/copyright")

    /// Whether the id is a short word, as it is part of URLs and commands.
    var hasPlainID: Bool { id.wholeMatch(of: /[a-z][a-z0-9-]{0,39}/) != nil }
}
