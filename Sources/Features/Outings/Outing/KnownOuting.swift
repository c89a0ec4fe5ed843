import Access
import Caching
import NoonishAPI
import Postgres

/// What an edit is decided by, as of a version of an outing's row: see ``OutingEdits/patch(_:_:ifMatch:for:in:)``.
struct KnownOuting: Sendable {
    let id: OutingID
    let version: Int
    let rowStamp: OutingRow.Stamp
    let state: OutingState
    let counts: AttendanceCounts

    init(_ row: OutingRow) {
        id = row.id
        version = row.version
        rowStamp = row.stamp
        state = row.state
        counts = row.counts
    }
}

/// Outings that their hosts have read or edited lately, in a bounded number of bytes.
///
/// It grants nothing and knows nothing of changes: a statement that is made for an entry does nothing if the row has changed.
struct KnownOutings: Sendable {
    private let cache: BoundedCache<OutingID, KnownOuting>

    /// Creates an empty cache.
    ///
    /// - Parameter bytes: The estimated size up to which it grows; 0 caches nothing.
    init(bytes: Int) { cache = BoundedCache("outing_edit_cache", bytes: bytes) }

    subscript(id: OutingID) -> KnownOuting? { cache[id] }

    /// Counts an edit that was made for an entry, or one that was not.
    func count(isHit: Bool) { cache.count(hits: isHit ? 1 : 0, misses: isHit ? 0 : 1) }

    /// Stores an outing if the reader of `row` may edit it.
    func insert(_ row: OutingRow) {
        guard row.relation == .host || row.relation == .cohost else { return }
        let texts = [row.state.title, row.state.note, row.state.place?.name, row.state.place?.address]
        let size = texts.reduce(1_024) { $0 + ($1?.utf8.count ?? 0) }
        cache.insert(KnownOuting(row), for: row.id, size: size)
    }
}
