extension SegmentBuilder {
    func fillPostings(_ columns: inout PlaceColumns) {
        let terms = table.count
        let counts = ColumnBuilder<UInt32>(terms, in: memory)
        var scratch = ContiguousArray<UInt32>()
        for position in order {
            forEachTerm(of: Int(position), &scratch) { counts[Int(finalTerms[Int($0)])] += 1 }
        }
        let maskFloor = max(Self.treeSize, count / Self.maskShare)
        let maskTerms = ContiguousArray((0..<UInt32(terms)).filter { Int(counts[Int($0)]) > maskFloor })
        var maskOf = ContiguousArray<Int32>(repeating: -1, count: terms)
        for (mask, term) in maskTerms.enumerated() { maskOf[Int(term)] = Int32(mask) }

        let laneFloor = max(maskFloor, count / BlockLanes.share)
        let laneTerms = ContiguousArray(maskTerms.filter { Int(counts[Int($0)]) > laneFloor })
        var lanesOf = ContiguousArray<Int32>(repeating: -1, count: terms)
        for (lane, term) in laneTerms.enumerated() { lanesOf[Int(term)] = Int32(lane) }
        let laneLength = BlockLanes.length(tree)
        let lanes = ColumnBuilder<UInt16>(
            (laneTerms.count + BlockLanes.ratings.count) * laneLength, in: memory)

        let starts = ColumnBuilder<UInt32>(terms + 1, in: memory)
        var sum: UInt32 = 0
        for term in 0..<terms {
            starts[term] = sum
            if maskOf[term] < 0 { sum += counts[term] }
        }
        starts[terms] = sum
        let ranges = PrefixRanges(builder: self, columns: columns, counts: counts, busy: maskFloor).ranges
        let masks = ColumnBuilder<UInt16>((maskTerms.count + ranges.count) * tree.groups, in: memory)
        let postings = ColumnBuilder<UInt32>(Int(sum), in: memory)
        var next = ContiguousArray((0..<terms).map { starts[$0] })
        for (ordinal, position) in order.enumerated() {
            forEachTerm(of: Int(position), &scratch) { number in
                let term = Int(finalTerms[Int(number)])
                if maskOf[term] >= 0 {
                    BlockMask.add(ordinal, to: masks, Int(maskOf[term]) * tree.groups)
                    if lanesOf[term] >= 0 {
                        BlockLanes.add(ordinal, to: lanes, Int(lanesOf[term]) * laneLength)
                    }
                } else {
                    postings[Int(next[term])] = UInt32(ordinal)
                    next[term] += 1
                }
            }
        }
        for (index, floor) in BlockLanes.ratings.enumerated() {
            let start = (laneTerms.count + index) * laneLength
            for ordinal in 0..<count where columns.ratings[ordinal] >= PackedRating.least(floor) {
                BlockLanes.add(ordinal, to: lanes, start)
            }
        }
        for (index, range) in ranges.enumerated() {
            let start = (maskTerms.count + index) * tree.groups
            for term in Int(range.first)..<Int(range.end) {
                if maskOf[term] >= 0 {
                    for group in 0..<tree.levelStarts[1] {
                        masks[start + group] |= masks[Int(maskOf[term]) * tree.groups + group]
                    }
                } else {
                    for index in Int(starts[term])..<Int(starts[term + 1]) {
                        BlockMask.add(Int(postings[index]), to: masks, start)
                    }
                }
            }
        }
        for mask in 0..<(maskTerms.count + ranges.count) {
            BlockMask.fillUpperLevels(masks, mask * tree.groups, tree)
        }

        columns.termCounts = counts.column
        columns.postingStarts = starts.column
        columns.postings = postings.column
        columns.maskTerms = memory.column(maskTerms)
        columns.maskRanges = memory.column(
            ContiguousArray(ranges.map { UInt64($0.first) << 32 | UInt64($0.end) }))
        columns.maskRangeCounts = memory.column(ContiguousArray(ranges.map(\.count)))
        columns.masks = masks.column
        columns.laneTerms = memory.column(laneTerms)
        columns.lanes = lanes.column
        fillTrees(&columns)
    }

    private func fillTrees(_ columns: inout PlaceColumns) {
        var terms = ContiguousArray<UInt32>()
        var starts = ContiguousArray<UInt32>()
        var size = 0
        for term in 0..<table.count {
            let length = Int(columns.postingStarts[term + 1] - columns.postingStarts[term])
            guard length >= Self.treeSize else { continue }
            terms.append(UInt32(term))
            starts.append(UInt32(size))
            size += BlockTree(count: length).groups * BlockTree.groupSize
        }
        let boxes = ColumnBuilder<Float>(size, in: memory)
        let points = columns.points
        for (term, start) in zip(terms, starts) {
            let range = Int(columns.postingStarts[term])..<Int(columns.postingStarts[term + 1])
            let ordinals = columns.postings.slice(range)
            BlockTree(count: range.count).fill(boxes, from: Int(start), count: range.count) { entry in
                let ordinal = Int(ordinals[entry])
                let at = ordinal / 16 * 48 + ordinal % 16
                return (points[at], points[at + 16], points[at + 32])
            }
        }
        columns.treeTerms = memory.column(terms)
        columns.treeStarts = memory.column(starts)
        columns.treeBoxes = boxes.column
    }
}

/// The ranges of terms with a common prefix that are worth a mask.
private struct PrefixRanges {
    struct Range {
        let first: UInt32
        let end: UInt32
        /// The number of places, counted once for each term.
        let count: UInt32
    }

    private let columns: PlaceColumns
    private let busy: Int
    private let counts: ColumnBuilder<UInt32>
    /// Ascending by first term, then by end.
    private(set) var ranges: [Range] = []

    init(builder: SegmentBuilder, columns: PlaceColumns, counts: ColumnBuilder<UInt32>, busy: Int) {
        self.columns = columns
        self.counts = counts
        self.busy = busy
        var first = 0
        while first < builder.table.count, byte(first, 0).map({ $0 <= Concept.lastMark }) ?? true {
            first += 1
        }
        descend(first..<builder.table.count, depth: 0)
        ranges.sort { ($0.first, $0.end) < ($1.first, $1.end) }
    }

    private func byte(_ term: Int, _ depth: Int) -> UInt8? {
        let start = Int(columns.termTextStarts[term]) + depth
        return start < Int(columns.termTextStarts[term + 1]) ? columns.termText[start] : nil
    }

    /// Visits each range of `terms` with the same byte at `depth`. A range that splits the bytes of a letter
    /// is not a prefix that anyone types, but it costs little.
    private mutating func descend(_ terms: Swift.Range<Int>, depth: Int) {
        var first = terms.lowerBound
        while first < terms.upperBound {
            guard let letter = byte(first, depth) else {
                first += 1
                continue
            }
            var end = first
            var total = 0
            while end < terms.upperBound, byte(end, depth) == letter {
                total += Int(counts[end])
                end += 1
            }
            let length = end - first
            if length > SegmentBuilder.longRange || (length > SegmentBuilder.busyRange && total > busy) {
                if ranges.last.map({ $0.first != UInt32(first) || $0.end != UInt32(end) }) ?? true {
                    ranges.append(
                        Range(
                            first: UInt32(first), end: UInt32(end), count: UInt32(min(total, Int(UInt32.max)))
                        ))
                }
                descend(first..<end, depth: depth + 1)
            }
            first = end
        }
    }
}
