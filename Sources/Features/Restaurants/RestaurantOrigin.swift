package import NoonishAPI

// Where restaurants come from
// ===========================
// All origins have one thing in common: what must be said wherever their data is shown. What else may be done with it
// differs, and is what the two protocols below say. A type cannot be both by mistake: only what is a ``StoredOrigin``
// reaches the table, the index and an export.

/// Where restaurants come from.
package protocol RestaurantOrigin: Sendable {
    /// Name, licence, attribution and link.
    var source: RestaurantSource { get }
}

/// An origin that is read whole, now and then, whose data is kept in the directory under its licence: files.
protocol StoredOrigin: RestaurantOrigin {
    /// Stages every record that it has.
    ///
    /// - Throws: ``ImportFault`` if it cannot be read to its end.
    nonisolated(nonsending) func stage(into staging: ImportStaging) async throws
}

/// An origin that is asked while somebody searches, whose data may be shown for a while and kept nowhere.
package protocol LiveOrigin: RestaurantOrigin {
    /// What it has near a point, best first by its own judgement or nearest first.
    func search(_ question: LiveQuestion) async throws(LiveFault) -> [LiveRestaurant]

    /// All it has about one place; nil if it has no such place.
    func details(_ id: String) async throws(LiveFault) -> LiveRestaurant?
}

/// Why a live origin has no answer. None of it is the asker's doing.
package enum LiveFault: Error, Hashable, Sendable {
    case unavailable
    case exhausted
}
