import Metrics
import Synchronization

/// Recently used values in a bounded number of bytes, safe to use from several threads.
///
/// It knows nothing of changes: who reads a value checks that it is still right. Its counters are `name_hits` and
/// `name_misses`, which the reader counts, and its gauge is `name_bytes`.
package final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let size: Int
    }

    private struct Generation {
        var entries: [Key: Entry] = [:]
        var size = 0

        @discardableResult
        mutating func remove(_ key: Key) -> Entry? {
            let removed = entries.removeValue(forKey: key)
            size -= removed?.size ?? 0
            return removed
        }
    }

    /// Two generations of half the size each; the older is dropped when the newer is full.
    private struct State {
        var recent = Generation()
        var former = Generation()
    }

    private let generationSize: Int
    private let state = Mutex(State())
    private let hits: Counter
    private let misses: Counter
    private let size: Gauge

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - name: The start of its metrics' names.
    ///   - bytes: The estimated size up to which it grows; 0 caches nothing.
    package init(_ name: String, bytes: Int) {
        generationSize = bytes / 2
        hits = Counter(label: "\(name)_hits")
        misses = Counter(label: "\(name)_misses")
        size = Gauge(label: "\(name)_bytes")
    }

    package subscript(_ key: Key) -> Value? { state.withLock { find(key, in: &$0) } }

    /// Returns the values of those `keys` that have one.
    package func values(of keys: some Sequence<Key>) -> [Key: Value] {
        state.withLock { state in
            keys.reduce(into: [:]) { found, key in found[key] = find(key, in: &state) }
        }
    }

    /// Stores a value in the place of the key's former one, unless it alone is larger than half of the cache.
    ///
    /// - Parameter size: An estimate of its memory in bytes.
    package func insert(_ value: Value, for key: Key, size bytes: Int) {
        let total = state.withLock { state in
            insert(Entry(value: value, size: bytes), for: key, into: &state)
            return state.recent.size + state.former.size
        }
        size.record(total)
    }

    /// Counts reads whose value was right, and those without one.
    package func count(hits: Int, misses: Int) {
        self.hits.increment(by: hits)
        self.misses.increment(by: misses)
    }

    /// Returns a value of either generation and moves it to the newer one.
    private func find(_ key: Key, in state: inout State) -> Value? {
        if let entry = state.recent.entries[key] { return entry.value }
        guard let entry = state.former.remove(key) else { return nil }
        insert(entry, for: key, into: &state)
        return entry.value
    }

    private func insert(_ entry: Entry, for key: Key, into state: inout State) {
        state.former.remove(key)
        state.recent.remove(key)
        guard entry.size <= generationSize else { return }
        if state.recent.size + entry.size > generationSize {
            state.former = state.recent
            state.recent = Generation()
        }
        state.recent.entries[key] = entry
        state.recent.size += entry.size
    }
}
