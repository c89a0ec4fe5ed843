public import Foundation
import Synchronization

// How the index changes while it is searched
// ==========================================
// The index is a short list of immutable segments, the largest first. A change builds a small segment of the
// new places and marks the places that it replaces in the other segments as dead. Readers take a snapshot of
// the list and keep it for as long as they need. The lock around the list is held for one assignment only, so
// searches never wait for a change, and never see a part of one.
//
// After a change has become visible, segments of similar size are merged: each is kept at least `growth`
// times as large as the next, so a million places are in five segments at most, and a place is rebuilt a
// logarithmic number of times.

/// An index of places in memory, which can be searched from any task.
public final class PlaceIndex: Sendable {
    /// How many times as large a segment is as the next: a compromise between few segments to search and few
    /// places to rebuild.
    private static let growth = 16

    private let segments = Mutex<[LiveSegment]>([])
    /// Held during a change, so that changes happen one after another.
    private let change = Mutex<Void>(())
    private let vocabulary: Vocabulary

    public init(_ places: [Place] = [], vocabulary: Vocabulary = Vocabulary()) {
        self.vocabulary = vocabulary
        replaceAll(with: places)
    }

    /// The number of places.
    public var count: Int { segments.withLock { $0 }.reduce(0) { $0 + $1.liveCount } }

    /// Returns a page of the places that match `query`, in its order.
    ///
    /// - Throws: ``PlaceQueryFault`` if the cursor belongs to another query.
    public func search(_ query: PlaceQuery) throws(PlaceQueryFault) -> PlacePage {
        try PlaceSearch(query, vocabulary, snapshot).page()
    }

    /// Returns suggestions for a text that is still being typed: the places that match `query`, best tier
    /// first, then nearest. The order and cursor of the query are ignored, and there is no next page.
    public func suggest(_ query: PlaceQuery) -> [PlaceHit] {
        var query = query
        query.order = .distance
        query.cursor = nil
        return PlaceSearch(query, vocabulary, snapshot).suggestions()
    }

    /// Returns all places that pages of `query` in the order of distance would have, at once, for callers that order them
    /// by what the index does not have. The order, limit and cursor of the query are ignored.
    public func nearest(_ query: PlaceQuery) -> [PlaceHit] {
        var query = query
        query.order = .distance
        query.cursor = nil
        return PlaceSearch(query, vocabulary, snapshot).nearest()
    }

    /// Adds new places, replaces those whose id is known, and removes `removals`. An id that is in both lists
    /// is removed. Searches see the change as a whole, before segments are merged.
    ///
    /// - Complexity: amortised O(log n) for each place. A single call can take as long as building the whole
    ///   index, so call it where blocking is acceptable.
    public func apply(upserts: [Place], removals: [UUID] = []) {
        change.withLock { _ in
            var list = segments.withLock { $0 }
            let removed = Set(removals)
            for id in removals + upserts.map(\.id) {
                let identity = Identity(id)
                for index in list.indices where list[index].remove(identity) { break }
            }
            let batch = PlaceBatch(upserts.lazy.filter { !removed.contains($0.id) }, vocabulary: vocabulary)
            if batch.count > 0 { list.append(LiveSegment(PlaceSegment(batch))) }
            segments.withLock { $0 = list }
            if list.compact(growth: Self.growth) { segments.withLock { $0 = list } }
        }
    }

    /// Replaces all places with those of `batch`.
    public func replaceAll(with batch: PlaceBatch) {
        replaceAll(with: batch.count == 0 ? [] : [LiveSegment(PlaceSegment(batch))])
    }

    func replaceAll(with list: [LiveSegment]) {
        change.withLock { _ in segments.withLock { $0 = list } }
    }

    /// The current segments.
    var snapshot: [LiveSegment] { segments.withLock { $0 } }

    /// Replaces all places.
    public func replaceAll(with places: [Place]) {
        replaceAll(with: PlaceBatch(places, vocabulary: vocabulary))
    }
}

extension [LiveSegment] {
    /// Merges segments until none is more than half dead and each is at least `growth` times as large as the
    /// next.
    ///
    /// - Returns: Whether anything changed.
    fileprivate mutating func compact(growth: Int) -> Bool {
        var isChanged = false
        for index in indices.reversed() where self[index].liveCount * 2 < self[index].segment.count {
            replaceSubrange(index...index, with: [self[index]].merged)
            isChanged = true
        }
        var index = count - 1
        while index > 0 {
            // Segments that would be merged one after another are merged at once.
            var first = index
            var size = self[index].liveCount
            while first > 0, self[first - 1].liveCount < growth * size {
                first -= 1
                size += self[first].liveCount
            }
            if first < index {
                replaceSubrange(first...index, with: Array(self[first...index]).merged)
                isChanged = true
            }
            index = first - 1
        }
        return isChanged
    }

    /// The only segment if all of its places are live, otherwise one built of all live places; `nil` if there
    /// are none.
    var whole: PlaceSegment? {
        if count == 1, self[0].deadCount == 0 { return self[0].segment }
        return merged.first?.segment
    }

    /// One segment with all live places; empty if there are none.
    private var merged: [LiveSegment] {
        var batch = PlaceBatch()
        for live in self { batch.add(live) }
        return batch.count == 0 ? [] : [LiveSegment(PlaceSegment(batch))]
    }
}

extension PlaceIndex {
    /// The ``Place/hoursPattern`` values of all places.
    ///
    /// - Complexity: linear in the number of places; milliseconds for a million.
    public var hoursPatterns: Set<UInt32> {
        var patterns = Set<UInt32>()
        for live in snapshot {
            var last = Place.unknownHours
            for ordinal in 0..<live.segment.count where live.isLive(ordinal) {
                let pattern = live.segment.columns.patterns[ordinal]
                if pattern != last { patterns.insert(pattern) }
                last = pattern
            }
        }
        return patterns
    }

    /// Bytes of memory by what they contain. The texts of places are counted under `records` and
    /// `recordStarts`.
    public var footprint: [String: Int] {
        var footprint: [String: Int] = [:]
        for live in segments.withLock({ $0 }) {
            for (name, bytes) in PlaceColumns.layout {
                footprint[name, default: 0] += bytes(live.segment.columns).count
            }
            footprint["dead", default: 0] += live.dead.count * 8
        }
        return footprint
    }
}
