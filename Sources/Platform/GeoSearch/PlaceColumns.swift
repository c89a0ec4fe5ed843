/// The columns of a segment. An *ordinal* is a place's rank on a Hilbert curve, and a *block* is sixteen
/// consecutive ordinals. All columns are in that order, so places that are close on the map are close in
/// memory.
struct PlaceColumns {
    /// Points on the unit sphere in single precision, in blocks: sixteen x, then sixteen y, then sixteen z;
    /// infinite past the last place.
    var points: Column<Float>
    /// In units of 1e-7 degrees, for the distances in results.
    var coordinates: Column<FixedCoordinate>
    var identities: Column<Identity>
    /// ``PlaceAttributes``.
    var attributes: Column<UInt16>
    /// ``PackedRating``.
    var ratings: Column<UInt32>
    var patterns: Column<UInt32>
    /// The start of each place's record, followed by the end of the last one.
    var recordStarts: Column<UInt32>
    /// ``PlaceRecord``.
    var records: Column<UInt8>
    /// The start of each place's terms, followed by the end of the last one's.
    var termStarts: Column<UInt32>
    /// The terms of each place by number, without attributes and the words that cuisines imply.
    var terms: Column<UInt32>

    /// The ``BlockTree`` over all blocks.
    var boxes: Column<Float>

    /// Terms are numbered in byte order. The start of each term's text, followed by the end of the last
    /// one's.
    var termTextStarts: Column<UInt32>
    var termText: Column<UInt8>
    /// A hash table of terms by their bytes, with linear probing: the term plus one, or 0 if free. The size
    /// is a power of two.
    var termSlots: Column<UInt32>
    /// The document frequency of each term: how many places have it.
    var termCounts: Column<UInt32>
    /// The start of each term's postings list, followed by the end of the last one. The lists of terms with a
    /// mask are empty.
    var postingStarts: Column<UInt32>
    var postings: Column<UInt32>
    /// The terms that have a tree over their postings list, ascending, and the start of each tree's boxes.
    var treeTerms: Column<UInt32>
    var treeStarts: Column<UInt32>
    var treeBoxes: Column<Float>
    /// The terms that have a mask, ascending. Their masks are stored in the same order.
    var maskTerms: Column<UInt32>
    /// The ranges of terms (prefixes) that have a mask, ascending, with the first term in the upper half of
    /// the number. Their masks follow those of the terms.
    var maskRanges: Column<UInt64>
    /// The largest possible number of places of each of ``maskRanges``.
    var maskRangeCounts: Column<UInt32>
    /// ``BlockMask``s.
    var masks: Column<UInt16>
    /// The terms that have ``BlockLanes``, ascending. Their lanes are stored in the same order.
    var laneTerms: Column<UInt32>
    /// The ``BlockLanes`` of those terms, then those of ``BlockLanes/ratings``.
    var lanes: Column<UInt16>

    /// ``TypoIndex``.
    var typoStarts: Column<UInt32>
    var typoTerms: Column<UInt32>
    /// Ordinals by the hash of their identity: the start of each bucket, followed by the end of the last one.
    var identityStarts: Column<UInt32>
    var identityOrdinals: Column<UInt32>
    /// The cost of each place, ``noCost`` without one; empty if no place has one.
    var costs: Column<UInt64>

    static let noCost = UInt64.max

    var count: Int { identities.count }
    var termCount: Int { termCounts.count }

    @inline(__always) func cost(at ordinal: Int) -> UInt64? {
        if costs.count == 0 { return nil }
        let cost = costs[ordinal]
        return cost == Self.noCost ? nil : cost
    }
}

extension PlaceColumns {
    /// All columns with their names, in file order.
    static let layout: [(name: String, bytes: @Sendable (PlaceColumns) -> UnsafeRawBufferPointer)] = [
        ("points", { $0.points.bytes }), ("coordinates", { $0.coordinates.bytes }),
        ("identities", { $0.identities.bytes }), ("attributes", { $0.attributes.bytes }),
        ("ratings", { $0.ratings.bytes }), ("patterns", { $0.patterns.bytes }),
        ("recordStarts", { $0.recordStarts.bytes }), ("records", { $0.records.bytes }),
        ("termStarts", { $0.termStarts.bytes }), ("terms", { $0.terms.bytes }),
        ("boxes", { $0.boxes.bytes }), ("termTextStarts", { $0.termTextStarts.bytes }),
        ("termText", { $0.termText.bytes }), ("termSlots", { $0.termSlots.bytes }),
        ("termCounts", { $0.termCounts.bytes }), ("postingStarts", { $0.postingStarts.bytes }),
        ("postings", { $0.postings.bytes }), ("treeTerms", { $0.treeTerms.bytes }),
        ("treeStarts", { $0.treeStarts.bytes }), ("treeBoxes", { $0.treeBoxes.bytes }),
        ("maskTerms", { $0.maskTerms.bytes }), ("maskRanges", { $0.maskRanges.bytes }),
        ("maskRangeCounts", { $0.maskRangeCounts.bytes }), ("masks", { $0.masks.bytes }),
        ("typoStarts", { $0.typoStarts.bytes }), ("typoTerms", { $0.typoTerms.bytes }),
        ("identityStarts", { $0.identityStarts.bytes }), ("identityOrdinals", { $0.identityOrdinals.bytes }),
        ("laneTerms", { $0.laneTerms.bytes }), ("lanes", { $0.lanes.bytes }),
        ("costs", { $0.costs.bytes }),
    ]

    /// - Parameter sections: the bytes of all columns, in the order of ``layout``.
    init(sections: [UnsafeRawBufferPointer]) {
        precondition(sections.count == Self.layout.count)
        points = Column(sections[0])
        coordinates = Column(sections[1])
        identities = Column(sections[2])
        attributes = Column(sections[3])
        ratings = Column(sections[4])
        patterns = Column(sections[5])
        recordStarts = Column(sections[6])
        records = Column(sections[7])
        termStarts = Column(sections[8])
        terms = Column(sections[9])
        boxes = Column(sections[10])
        termTextStarts = Column(sections[11])
        termText = Column(sections[12])
        termSlots = Column(sections[13])
        termCounts = Column(sections[14])
        postingStarts = Column(sections[15])
        postings = Column(sections[16])
        treeTerms = Column(sections[17])
        treeStarts = Column(sections[18])
        treeBoxes = Column(sections[19])
        maskTerms = Column(sections[20])
        maskRanges = Column(sections[21])
        maskRangeCounts = Column(sections[22])
        masks = Column(sections[23])
        typoStarts = Column(sections[24])
        typoTerms = Column(sections[25])
        identityStarts = Column(sections[26])
        identityOrdinals = Column(sections[27])
        laneTerms = Column(sections[28])
        lanes = Column(sections[29])
        costs = Column(sections[30])
    }
}
