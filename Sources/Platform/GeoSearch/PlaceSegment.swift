import Foundation
import Geo

/// An immutable set of places with everything that finds them.
///
/// A place's *ordinal* is its rank on a Hilbert curve; every column is in that order.
final class PlaceSegment: Sendable {
    let places: [Place]
    let coordinates: [Coordinate]
    let vectors: [UnitVector]
    let identities: [Identity]
    let tree: BoxTree
    let terms: TermDictionary
    private let ordinals: [UUID: UInt32]

    /// - Precondition: no two places have the same id.
    /// - Complexity: O(n log n) in places, linear in their words.
    init(_ unsorted: [Place]) {
        let ranked = unsorted.map { (rank: Hilbert.rank($0.coordinate), place: $0) }
            .sorted { $0.rank < $1.rank }
        places = ranked.map(\.place)
        coordinates = places.map(\.coordinate)
        vectors = coordinates.map(\.unitVector)
        identities = places.map { Identity($0.id) }
        tree = BoxTree(coordinates, vectors)
        var postings: [String: [UInt32]] = [:]
        for (ordinal, place) in zip(UInt32(0)..., places) {
            for term in PlaceTerms.all(of: place) {
                postings[term, default: []].appendOnce(ordinal)
            }
        }
        terms = TermDictionary(postings)
        ordinals = Dictionary(uniqueKeysWithValues: zip(places.map(\.id), UInt32(0)...))
    }

    var count: Int { places.count }

    func ordinal(of id: UUID) -> Int? { ordinals[id].map(Int.init) }
}

extension [UInt32] {
    /// Lists rise, so a repeated ordinal can only be the last.
    fileprivate mutating func appendOnce(_ ordinal: UInt32) {
        if last != ordinal { append(ordinal) }
    }
}

/// A segment and which of its places still count: those replaced or removed since it was built are marked.
struct LiveSegment: Sendable {
    let segment: PlaceSegment
    private var dead: Set<UInt32> = []

    init(_ segment: PlaceSegment) { self.segment = segment }

    var liveCount: Int { segment.count - dead.count }

    func isLive(_ ordinal: Int) -> Bool { dead.isEmpty || !dead.contains(UInt32(ordinal)) }

    /// - Returns: Whether the place was here and counted.
    mutating func remove(_ id: UUID) -> Bool {
        guard let ordinal = segment.ordinal(of: id) else { return false }
        return dead.insert(UInt32(ordinal)).inserted
    }

    var livePlaces: [Place] {
        dead.isEmpty ? segment.places : segment.places.indices.filter(isLive).map { segment.places[$0] }
    }
}
