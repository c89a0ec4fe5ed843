import Caching
import NoonishAPI

/// The shared parts of recently listed outings, in a bounded number of bytes.
///
/// It grants nothing and knows nothing of changes: a statement says which outings a reader may see, and their versions. An
/// entry with another version is not used.
struct OutingCache: Sendable {
    private let cache: BoundedCache<OutingID, SharedOuting>

    /// Creates an empty cache.
    ///
    /// - Parameter bytes: The estimated size up to which it grows; 0 caches nothing.
    init(bytes: Int) { cache = BoundedCache("outing_cache", bytes: bytes) }

    /// Returns the entries of those `rows` whose version they have.
    func entries(for rows: some Collection<ListedOuting>) -> [OutingID: SharedOuting] {
        var found = cache.values(of: rows.lazy.map(\.id))
        for row in rows {
            guard let entry = found[row.id] else { continue }
            if entry.version != row.version || !entry.stagePeriod.contains(row.now) { found[row.id] = nil }
        }
        cache.count(hits: found.count, misses: rows.count - found.count)
        return found
    }

    func insert(_ entries: [SharedOuting]) {
        for entry in entries { cache.insert(entry, for: entry.id, size: entry.size) }
    }
}
