import Geo

/// A place under consideration.
struct Candidate {
    let segment: PlaceSegment
    /// The index of the segment in the snapshot.
    let number: Int
    let ordinal: Int
    /// The distance by the ``DistanceMetric``: from the origin, or the longest one of the group.
    let squaredChord: Float
    let tier: UInt8
}

/// A place of the result, with its sort key.
struct RankedPlace {
    let key: OrderKey
    let centimetres: Int
    let segment: Int
    let ordinal: Int
    let tier: MatchTier
}

/// A collector of the first few places of an order.
protocol PlaceCollector {
    /// The squared chord beyond which places need not be offered.
    var reach: Float { get }
    /// Whether the same place may be offered twice.
    var mayRepeat: Bool { get set }
    mutating func offer(_ candidate: Candidate)
}

extension PlaceSegment {
    /// Returns the great-circle distance from `origin` in whole centimetres, so that places at the same spot
    /// tie exactly.
    @inline(__always) func centimetres(from origin: DistanceOrigin, to ordinal: Int) -> Int {
        columns.coordinates[ordinal].centimetres(from: origin)
    }
}

extension FixedCoordinate {
    @inline(__always) func centimetres(from origin: DistanceOrigin) -> Int {
        Int((origin.distance(to: coordinate) * 100).rounded())
    }
}

// Nearest first
// =============
// The nearest places are kept by their chord in single precision, with all others that may tie with the last
// of them within rounding errors. Only those left at the end are measured in double precision.

/// A collector of the nearest places.
struct NearestCollector: PlaceCollector {
    private struct Entry {
        let squaredChord: Float
        let number: UInt32
        let ordinal: UInt32
        let tier: UInt8
    }

    private let capacity: Int
    private let origin: DistanceOrigin
    private let after: OrderKey?
    /// The limit of distances that are certainly before ``after``, and of those that may not be behind it.
    private let before: DistanceLimit?
    private let notBehind: DistanceLimit?
    var mayRepeat = false
    private(set) var reach: Float
    /// In ascending order of their squared chords.
    private var kept: ContiguousArray<Entry> = []

    init(keeping capacity: Int, from origin: DistanceOrigin, after: OrderKey?, reach: Float) {
        self.capacity = capacity
        self.origin = origin
        self.after = after
        let centimetres = after.map { Int($0.primary & 0xFFFF_FFFF) }
        before = centimetres.map { DistanceLimit(centimetres: $0 - 1) }
        notBehind = centimetres.map { DistanceLimit(centimetres: $0) }
        self.reach = reach
        kept.reserveCapacity(min(capacity, 64) * 2)
    }

    /// Whether the collector never filled up, so that it has considered every place.
    var isComplete: Bool { kept.count < capacity }

    @inline(__always) mutating func offer(_ candidate: Candidate) {
        let chord = candidate.squaredChord
        guard chord < reach else { return }
        if let after, let before, let notBehind, notBehind.reach >= chord {
            if before.surelyHolds(chord) { return }
            let segment = candidate.segment
            let key = OrderKey(
                primary: UInt64(segment.centimetres(from: origin, to: candidate.ordinal)), secondary: 0,
                identity: segment.columns.identities[candidate.ordinal])
            if key <= after { return }
        }
        var index = kept.count
        while index > 0, kept[index - 1].squaredChord > chord { index -= 1 }
        if mayRepeat {
            var twin = index
            while twin > 0, kept[twin - 1].squaredChord == chord {
                twin -= 1
                if kept[twin].ordinal == candidate.ordinal, kept[twin].number == candidate.number { return }
            }
        }
        let place = Entry(
            squaredChord: chord, number: UInt32(candidate.number), ordinal: UInt32(candidate.ordinal),
            tier: candidate.tier)
        kept.append(place)
        // Equivalent to `insert(_:at:)`, which is ten times slower for a few places.
        kept.withUnsafeMutableBufferPointer { kept in
            var last = kept.count - 1
            while last > index {
                kept[last] = kept[last - 1]
                last -= 1
            }
            kept[index] = place
        }
        guard kept.count >= capacity, index < capacity else { return }
        reach = min(
            reach, Reach.beyond(squaredChord: Reach.beyond(squaredChord: kept[capacity - 1].squaredChord)))
        while let last = kept.last, last.squaredChord > reach { kept.removeLast() }
    }

    /// Returns the nearest places, ordered by distance in centimetres, then by id.
    func found(in segments: [LiveSegment]) -> [RankedPlace] {
        // Reads all places before measuring any, so that cache misses overlap instead of being waited for one
        // by one.
        let read = kept.map { kept in
            let columns = segments[Int(kept.number)].segment.columns
            return (columns.coordinates[kept.ordinal], columns.identities[kept.ordinal])
        }
        var found = zip(kept, read).map { kept, read in
            let centimetres = read.0.centimetres(from: origin)
            return RankedPlace(
                key: OrderKey(primary: UInt64(centimetres), secondary: 0, identity: read.1),
                centimetres: centimetres, segment: Int(kept.number), ordinal: Int(kept.ordinal),
                tier: MatchTier(rawValue: kept.tier) ?? .twoEdits)
        }
        // Already in order, except for places that single precision cannot distinguish.
        if zip(found, found.dropFirst()).contains(where: { $1.key < $0.key }) {
            found.sort { $0.key < $1.key }
        }
        if found.count > capacity { found.removeLast(found.count - capacity) }
        return found
    }
}

/// A collector of the first places of any order, by their exact keys.
struct RankedCollector: PlaceCollector {
    private let capacity: Int
    private let ranking: PlaceRanking
    private let after: OrderKey?
    var mayRepeat = false
    private(set) var reach: Float
    private(set) var found: ContiguousArray<RankedPlace> = []

    init(keeping capacity: Int, by ranking: PlaceRanking, after: OrderKey?, reach: Float) {
        self.capacity = capacity
        self.ranking = ranking
        self.after = after
        self.reach = reach
        found.reserveCapacity(min(capacity, 64) + 1)
    }

    mutating func offer(_ candidate: Candidate) {
        let columns = candidate.segment.columns
        let isFull = found.count == capacity
        if isFull, ranking.isSurelyAfter(found[capacity - 1].key, columns.ratings[candidate.ordinal]) {
            return
        }
        let centimetres = candidate.segment.centimetres(from: ranking.origin, to: candidate.ordinal)
        let key = ranking.key(of: candidate, centimetres)
        if let after, key <= after { return }
        if isFull, key >= found[capacity - 1].key { return }
        var index = found.count
        while index > 0, key < found[index - 1].key { index -= 1 }
        if index > 0, found[index - 1].key == key { return }
        if isFull { found.removeLast() }
        found.insert(
            RankedPlace(
                key: key, centimetres: centimetres, segment: candidate.number, ordinal: candidate.ordinal,
                tier: MatchTier(rawValue: candidate.tier) ?? .twoEdits), at: index)
        if found.count == capacity { reach = min(reach, ranking.reach(of: found[capacity - 1].key)) }
    }
}

/// A collector that needs a single place, whichever it is.
struct FirstCollector: PlaceCollector {
    /// Below every distance once a place has been found.
    private(set) var reach: Float
    var mayRepeat = false
    private(set) var isFound = false

    init(reach: Float) { self.reach = reach }

    mutating func offer(_ candidate: Candidate) {
        isFound = true
        reach = -1
    }
}
