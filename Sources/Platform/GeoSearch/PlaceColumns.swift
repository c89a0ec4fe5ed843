/// The columns of a segment. An *ordinal* is a place's rank on a Hilbert curve, a *block* is sixteen ordinals, and all
/// columns are in that order, so what is near each other on the map is near each other in memory.
struct PlaceColumns {
    /// Unit sphere, single precision, in blocks: x of sixteen, then y, then z; infinite past the last place.
    var points: Column<Float>
    /// 1e-7 degrees, for the distances in the answer.
    var coordinates: Column<FixedCoordinate>
    var identities: Column<Identity>
    /// ``PlaceAttributes``.
    var attributes: Column<UInt16>
    /// ``PackedRating``.
    var ratings: Column<UInt32>
    var patterns: Column<UInt32>
    /// Where the record of each place begins, and at last where they end.
    var recordStarts: Column<UInt32>
    /// ``PlaceRecord``.
    var records: Column<UInt8>
    /// Where the terms of each place begin, and at last where they end.
    var termStarts: Column<UInt32>
    /// The terms of each place by number; attributes and the words implied by cuisines are not listed.
    var terms: Column<UInt32>

    /// ``BlockTree`` over all blocks.
    var boxes: Column<Float>

    /// Terms are numbered in the order of their bytes. Where each begins, and at last where the text ends.
    var termTextStarts: Column<UInt32>
    var termText: Column<UInt8>
    /// Term and one by the hash of its bytes, or nearby; 0 is free. A power of two.
    var termSlots: Column<UInt32>
    /// How many places each term has.
    var termCounts: Column<UInt32>
    /// Where the ordinals of each term begin, and at last where they end. Terms with a mask have none here.
    var postingStarts: Column<UInt32>
    var postings: Column<UInt32>
    /// Terms that have a tree over their ordinals, rising, and where its boxes begin.
    var treeTerms: Column<UInt32>
    var treeStarts: Column<UInt32>
    var treeBoxes: Column<Float>
    /// Terms that have a mask, rising; the first mask is that of the first.
    var maskTerms: Column<UInt32>
    /// Ranges of terms (prefixes) that have a mask, rising, the first term in the upper half of the number; their masks
    /// follow those of the terms.
    var maskRanges: Column<UInt64>
    /// How many places each of ``maskRanges`` has at most.
    var maskRangeCounts: Column<UInt32>
    /// ``BlockMask``s.
    var masks: Column<UInt16>
    /// Terms that have ``BlockLanes``, rising; the first lanes are those of the first.
    var laneTerms: Column<UInt32>
    /// ``BlockLanes`` of those terms, then of ``BlockLanes/ratings``.
    var lanes: Column<UInt16>

    /// ``TypoIndex``.
    var typoStarts: Column<UInt32>
    var typoTerms: Column<UInt32>
    /// Ordinals by the hash of their identity: where each bucket begins, and at last where they end.
    var identityStarts: Column<UInt32>
    var identityOrdinals: Column<UInt32>

    var count: Int { identities.count }
    var termCount: Int { termCounts.count }
}

extension PlaceColumns {
    /// All columns with their names, in the order of the file.
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
    ]

    /// - Parameter sections: in the order of ``layout``.
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
    }
}
