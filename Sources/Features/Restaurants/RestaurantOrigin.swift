package import NoonishAPI

// Where restaurants come from
// ===========================
// All origins require attribution wherever their data is shown. What else their terms allow differs, which
// the two protocols below express. A type cannot be both by accident: only a ``StoredOrigin`` reaches the
// table, the index and an export.

/// An origin of restaurants.
package protocol RestaurantOrigin: Sendable {
    /// Name, licence, attribution and link.
    var source: RestaurantSource { get }
}

/// An origin that is read as a whole from time to time and whose licence allows storing its data in the
/// directory: files.
protocol StoredOrigin: RestaurantOrigin {
    /// Stages every record of the origin.
    ///
    /// - Throws: ``ImportFault`` if the origin cannot be read to its end.
    nonisolated(nonsending) func stage(into staging: ImportStaging) async throws

    /// Returns the places and streets of the origin for the gazetteer; `nil` if it has restaurants only.
    ///
    /// - Throws: ``ImportFault`` if the origin cannot be read to its end.
    nonisolated(nonsending) func names() async throws -> GazetteerExtract?
}

/// An origin that is queried during a search. Its data may be shown for a limited time and must not be
/// stored.
package protocol LiveOrigin: RestaurantOrigin {
    /// Returns the origin's places near a point, ordered by its own ranking or by distance.
    func search(_ query: LiveQuery) async throws(LiveFault) -> [LiveRestaurant]

    /// Returns all details of one place; `nil` if the origin does not have it.
    func details(_ id: String) async throws(LiveFault) -> LiveRestaurant?
}

/// The reason why a live origin returned no result. The caller is never at fault.
package enum LiveFault: Error, Hashable, Sendable {
    case unavailable
    case exhausted
}
