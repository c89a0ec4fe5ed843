import Foundation
import Metrics
import NoonishAPI
import Synchronization

/// The shared parts of recently listed outings, in a bounded number of bytes.
///
/// It grants nothing and knows nothing of changes: a statement says which outings a reader may see, and their versions. An
/// entry with another version is not used.
final class OutingCache: Sendable {
    /// Entries in two generations of half the size each; the older is dropped when the newer is full.
    private struct State {
        var recent = Generation()
        var former = Generation()
    }

    private struct Generation {
        var entries: [OutingID: SharedOuting] = [:]
        var size = 0

        mutating func remove(_ id: OutingID) -> SharedOuting? {
            let removed = entries.removeValue(forKey: id)
            size -= removed?.size ?? 0
            return removed
        }

        mutating func insert(_ entry: SharedOuting) {
            _ = remove(entry.id)
            entries[entry.id] = entry
            size += entry.size
        }
    }

    private let generationSize: Int
    private let state = Mutex(State())
    private let hits = Counter(label: "outing_cache_hits")
    private let misses = Counter(label: "outing_cache_misses")
    private let size = Gauge(label: "outing_cache_bytes")

    /// Creates an empty cache.
    ///
    /// - Parameter bytes: The estimated size up to which it grows; 0 caches nothing.
    init(bytes: Int) { generationSize = bytes / 2 }

    /// Returns the entries of those `rows` whose version they have.
    func entries(for rows: some Collection<ListedOuting>) -> [OutingID: SharedOuting] {
        let found = state.withLock { state in
            rows.reduce(into: [OutingID: SharedOuting]()) { found, row in
                guard let entry = find(row.id, in: &state), entry.version == row.version,
                    entry.stagePeriod.contains(row.now)
                else { return }
                found[row.id] = entry
            }
        }
        hits.increment(by: found.count)
        misses.increment(by: rows.count - found.count)
        return found
    }

    func insert(_ entries: [SharedOuting]) {
        let total = state.withLock { state in
            for entry in entries { insert(entry, into: &state) }
            return state.recent.size + state.former.size
        }
        size.record(total)
    }

    /// Returns an entry of either generation and moves it to the newer one.
    private func find(_ id: OutingID, in state: inout State) -> SharedOuting? {
        if let entry = state.recent.entries[id] { return entry }
        guard let entry = state.former.remove(id) else { return nil }
        insert(entry, into: &state)
        return entry
    }

    private func insert(_ entry: SharedOuting, into state: inout State) {
        guard entry.size <= generationSize else { return }
        if state.recent.size + entry.size > generationSize {
            state.former = state.recent
            state.recent = Generation()
        }
        _ = state.former.remove(entry.id)
        state.recent.insert(entry)
    }
}
