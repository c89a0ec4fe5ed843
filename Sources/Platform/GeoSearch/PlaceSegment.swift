import Synchronization

/// An immutable set of places with everything that is needed to search it.
///
/// `@unchecked Sendable`: a segment's columns are in memory that was filled before ``init(_:_:)`` and is
/// never written again, and that ``memory`` retains. Everything else is constant or protected by a lock.
final class PlaceSegment: @unchecked Sendable {
    let columns: PlaceColumns
    let tree: BlockTree
    let meanings: TermMeanings
    /// The number of terms that are cuisines; they come first.
    let cuisineCount: Int
    /// A cache of the results of ``words(near:)``, by word.
    let nearWords = Mutex<[String: [NearWord]]>([:])
    private let memory: ColumnMemory

    /// - Precondition: the columns are in `memory`, are consistent with each other, and contain at least one
    ///   place.
    init(_ columns: PlaceColumns, _ memory: ColumnMemory) {
        self.columns = columns
        self.memory = memory
        tree = BlockTree(count: columns.count)
        var term = 0
        while term < columns.termCount, let mark = columns.termBytes(term).first, mark <= Concept.cuisineMark
        {
            term += 1
        }
        cuisineCount = term
        meanings = TermMeanings(columns, cuisineCount: term)
    }

    /// - Precondition: the batch is not empty.
    convenience init(_ batch: PlaceBatch) {
        let (columns, memory) = SegmentBuilder.columns(of: batch)
        self.init(columns, memory)
    }

    var count: Int { columns.count }

    func ordinal(of identity: Identity) -> Int? {
        let bucket = Int(identity.hash & UInt64(columns.identityStarts.count - 2))
        for index in columns.identityStarts[bucket]..<columns.identityStarts[bucket + 1] {
            let ordinal = Int(columns.identityOrdinals[index])
            if columns.identities[ordinal] == identity { return ordinal }
        }
        return nil
    }

    func place(at ordinal: Int) -> Place {
        var record = record(at: ordinal)
        let attributes = UInt32(columns.attributes[ordinal])
        let price = Int(attributes >> 4 & 7)
        var place = Place(
            id: columns.identities[ordinal].id, coordinate: columns.coordinates[ordinal].coordinate,
            name: record.text(), otherNames: record.texts(), transliterations: record.texts(),
            kind: PlaceKind(code: attributes & 0xF), cuisines: record.texts(), dishes: record.texts(),
            price: price == 0 ? nil : price, rating: PackedRating(bits: columns.ratings[ordinal]).rating,
            cost: columns.cost(at: ordinal), areas: record.texts(), hoursPattern: columns.patterns[ordinal])
        place.brand = record.texts().first
        place.diets = record.diets()
        place.source = record.source()
        return place
    }

    private func record(at ordinal: Int) -> PlaceRecordReader {
        PlaceRecordReader(
            columns.records.slice(Int(columns.recordStarts[ordinal])..<Int(columns.recordStarts[ordinal + 1]))
        )
    }
}

extension PlaceColumns {
    func termBytes(_ term: Int) -> UnsafeBufferPointer<UInt8> {
        termText.slice(Int(termTextStarts[term])..<Int(termTextStarts[term + 1]))
    }
}

/// A segment with the set of its live places: those replaced or removed since it was built are marked as
/// dead.
struct LiveSegment: Sendable {
    let segment: PlaceSegment
    /// A bit for each dead ordinal; empty while all places are live.
    private(set) var dead: ContiguousArray<UInt64> = []
    private(set) var deadCount = 0

    init(_ segment: PlaceSegment) { self.segment = segment }

    var liveCount: Int { segment.count - deadCount }

    @inline(__always) func isLive(_ ordinal: Int) -> Bool {
        dead.isEmpty || dead[ordinal >> 6] >> UInt64(ordinal & 63) & 1 == 0
    }

    /// Marks a place as dead.
    ///
    /// - Returns: Whether the segment contained the place alive.
    mutating func remove(_ identity: Identity) -> Bool {
        guard let ordinal = segment.ordinal(of: identity), isLive(ordinal) else { return false }
        if dead.isEmpty { dead = ContiguousArray(repeating: 0, count: (segment.count + 63) / 64) }
        dead[ordinal >> 6] |= 1 << UInt64(ordinal & 63)
        deadCount += 1
        return true
    }
}
