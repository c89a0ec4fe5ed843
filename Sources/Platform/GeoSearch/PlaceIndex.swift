public import Foundation
import Synchronization

// How the index changes while it is searched
// ==========================================
// The index is a short list of immutable segments, the biggest first. A change builds a small segment of what is new and
// marks the places that it replaces in the others; readers take the list as it is, and hold it for as long as they need.
// The lock around the list is held for the length of one assignment, so nobody waits for work, and nobody sees half a
// change.
//
// Once a change is seen, and only then, segments that have grown too much alike become one: each is kept at least
// `growth` times as big as the one after it, so a million places are in five segments at most, and a place is built anew
// a logarithmic number of times.

/// All places, in memory, ready to be searched from any task.
public final class PlaceIndex: Sendable {
    /// How many times as big a segment is as the next: few segments to search against few places to build anew.
    private static let growth = 16

    private let segments = Mutex<[LiveSegment]>([])
    /// Held while a change is made, so that changes come one after the other.
    private let change = Mutex<Void>(())
    private let vocabulary: Vocabulary

    public init(_ places: [Place] = [], vocabulary: Vocabulary = Vocabulary()) {
        self.vocabulary = vocabulary
        replaceAll(with: PlaceBatch(places))
    }

    /// How many places there are.
    public var count: Int { segments.withLock { $0 }.reduce(0) { $0 + $1.liveCount } }

    /// The places that meet `query`, in its order.
    ///
    /// - Throws: ``PlaceQueryFault``.
    public func search(_ query: PlaceQuery) throws(PlaceQueryFault) -> PlacePage {
        try PlaceSearch(query, vocabulary, snapshot).page()
    }

    /// What somebody may mean who is still typing: places that meet `query`, best tier first, then nearest. Its order and
    /// cursor do not count, and there is no next page.
    public func suggest(_ query: PlaceQuery) -> [PlaceHit] {
        var query = query
        query.order = .distance
        query.cursor = nil
        return PlaceSearch(query, vocabulary, snapshot).suggestions()
    }

    /// Puts in places that are new, replaces those that are known by their id, and takes out `removals`. Readers see all
    /// of it or nothing, and see it before segments are made one.
    ///
    /// - Complexity: amortised O(log n) for each place; a call can take as long as building the index anew, so make it
    ///   where waiting is allowed.
    public func apply(upserts: [Place], removals: [UUID] = []) {
        change.withLock { _ in
            var list = segments.withLock { $0 }
            let removed = Set(removals)
            for id in removals + upserts.map(\.id) {
                let identity = Identity(id)
                for index in list.indices where list[index].remove(identity) { break }
            }
            let batch = PlaceBatch(upserts.lazy.filter { !removed.contains($0.id) })
            if batch.count > 0 { list.append(LiveSegment(PlaceSegment(batch))) }
            segments.withLock { $0 = list }
            if list.compact(growth: Self.growth) { segments.withLock { $0 = list } }
        }
    }

    /// Forgets all places and takes these.
    public func replaceAll(with batch: PlaceBatch) {
        replaceAll(with: batch.count == 0 ? [] : [LiveSegment(PlaceSegment(batch))])
    }

    func replaceAll(with list: [LiveSegment]) {
        change.withLock { _ in segments.withLock { $0 = list } }
    }

    /// What there is now.
    var snapshot: [LiveSegment] { segments.withLock { $0 } }

    /// Forgets all places and takes these.
    public func replaceAll(with places: [Place]) { replaceAll(with: PlaceBatch(places)) }
}

extension [LiveSegment] {
    /// Restores: no segment is more than half dead, and each is at least `growth` times as big as the next.
    ///
    /// - Returns: Whether anything had to be done.
    fileprivate mutating func compact(growth: Int) -> Bool {
        var isChanged = false
        for index in indices.reversed() where self[index].liveCount * 2 < self[index].segment.count {
            replaceSubrange(index...index, with: [self[index]].merged)
            isChanged = true
        }
        var index = count - 1
        while index > 0 {
            // All that must become one at last is built once.
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

    /// The only segment if all of it counts, or one built of all; nil if no place counts.
    var whole: PlaceSegment? {
        if count == 1, self[0].deadCount == 0 { return self[0].segment }
        return merged.first?.segment
    }

    /// One segment of what counts in all, or none.
    private var merged: [LiveSegment] {
        var batch = PlaceBatch()
        for live in self { batch.add(live) }
        return batch.count == 0 ? [] : [LiveSegment(PlaceSegment(batch))]
    }
}

extension PlaceIndex {
    /// Every ``Place/hoursPattern`` that some place has.
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

    /// Bytes of memory, by what is kept in them; what the texts of places take is under `records` and `recordStarts`.
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
