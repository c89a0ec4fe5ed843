public import Foundation
import Synchronization

// How the index changes while it is searched
// ==========================================
// The index is a short list of immutable segments, the biggest first. A change builds a small segment of what is new and
// marks the places that it replaces in the others; readers take the list as it is and never wait, nor see half a
// change. Whenever a segment is not at least twice as big as the one after it, the two become one, so the list stays
// short (its length is logarithmic in the places) and a place is built anew a logarithmic number of times.

/// All places, in memory, ready to be searched from any task.
public final class PlaceIndex: Sendable {
    private let segments = Mutex<[LiveSegment]>([])
    /// Held while a change is made, so that changes come one after the other.
    private let change = Mutex<Void>(())
    private let vocabulary: Vocabulary

    public init(_ places: [Place] = [], vocabulary: Vocabulary = Vocabulary()) {
        self.vocabulary = vocabulary
        replaceAll(with: places)
    }

    /// How many places there are.
    public var count: Int { segments.withLock { $0 }.reduce(0) { $0 + $1.liveCount } }

    /// The places that meet `query`, in its order.
    ///
    /// - Throws: ``PlaceQueryFault``.
    /// - Complexity: without a text or cuisine, logarithmic in the places where filters are met often; otherwise linear
    ///   in the places that meet the text.
    public func search(_ query: PlaceQuery) throws(PlaceQueryFault) -> PlacePage {
        let segments = segments.withLock { $0 }
        return try PlaceSearch(query, vocabulary).page(of: segments)
    }

    /// What somebody may mean who is still typing: places that meet `query`, best tier first, then nearest. Its order and
    /// cursor do not count, and there is no next page.
    public func suggest(_ query: PlaceQuery) -> [PlaceHit] {
        var query = query
        query.order = .distance
        query.cursor = nil
        let found = (try? search(query).hits) ?? []
        let tiers = MatchTier.allCases
        return tiers.flatMap { tier in found.filter { ($0.match?.tier ?? .exact) == tier } }
    }

    /// Puts in places that are new, replaces those that are known by their id, and takes out `removals`. Readers see all
    /// of it or nothing.
    ///
    /// - Complexity: amortised O(log n) for each place; a call can take as long as building the index anew, so make it
    ///   where waiting is allowed.
    public func apply(upserts: [Place], removals: [UUID] = []) {
        change.withLock { _ in
            var list = segments.withLock { $0 }
            let upserts = upserts.lastOfEachID
            for id in removals + upserts.map(\.id) {
                for index in list.indices where list[index].remove(id) { break }
            }
            let removed = Set(removals)
            let added = upserts.filter { !removed.contains($0.id) }
            if !added.isEmpty { list.append(LiveSegment(PlaceSegment(added))) }
            list.compact()
            segments.withLock { $0 = list }
        }
    }

    /// Forgets all places and takes these.
    public func replaceAll(with batch: PlaceBatch) { replaceAll(with: batch.places) }

    /// Forgets all places and takes these.
    public func replaceAll(with places: [Place]) {
        change.withLock { _ in
            let list = places.isEmpty ? [] : [LiveSegment(PlaceSegment(places.lastOfEachID))]
            segments.withLock { $0 = list }
        }
    }
}

extension [LiveSegment] {
    /// Restores: no segment is more than half dead, and each is at least twice as big as the next.
    fileprivate mutating func compact() {
        for index in indices.reversed() where self[index].liveCount * 2 < self[index].segment.count {
            let rest = self[index].livePlaces
            if rest.isEmpty { remove(at: index) } else { self[index] = LiveSegment(PlaceSegment(rest)) }
        }
        var index = count - 1
        while index > 0 {
            if self[index - 1].liveCount < 2 * self[index].liveCount {
                let both = self[index - 1].livePlaces + self[index].livePlaces
                replaceSubrange(index - 1...index, with: [LiveSegment(PlaceSegment(both))])
                index = count
            }
            index -= 1
        }
    }
}

extension [Place] {
    /// One place for each id: the last.
    fileprivate var lastOfEachID: [Place] {
        var positions: [UUID: Int] = [:]
        for (index, place) in enumerated() { positions[place.id] = index }
        if positions.count == count { return self }
        return enumerated().filter { positions[$1.id] == $0 }.map(\.element)
    }
}
