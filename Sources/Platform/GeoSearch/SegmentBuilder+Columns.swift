import Geo

extension SegmentBuilder {
    func columns() -> PlaceColumns {
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        var columns = PlaceColumns(
            sections: Array(repeating: empty, count: PlaceColumns.layout.count))
        fillPlaces(&columns)
        fillTerms(&columns)
        fillPostings(&columns)
        fillTypos(&columns)
        fillIdentities(&columns)
        return columns
    }

    private func fillPlaces(_ columns: inout PlaceColumns) {
        let points = ColumnBuilder<Float>(tree.blocks * 48, in: memory)
        let coordinates = ColumnBuilder<FixedCoordinate>(count, in: memory)
        let identities = ColumnBuilder<Identity>(count, in: memory)
        let attributes = ColumnBuilder<UInt16>(count, in: memory)
        let ratings = ColumnBuilder<UInt32>(count, in: memory)
        let patterns = ColumnBuilder<UInt32>(count, in: memory)
        for lane in 0..<points.count { points[lane] = .infinity }
        for ordinal in 0..<count {
            let position = Int(order[ordinal])
            let point = SpherePoint(batch.coordinates[position].coordinate)
            let at = ordinal / 16 * 48 + ordinal % 16
            points[at] = point.x
            points[at + 16] = point.y
            points[at + 32] = point.z
            coordinates[ordinal] = batch.coordinates[position]
            identities[ordinal] = batch.identities[position]
            attributes[ordinal] = UInt16(batch.attributes[position])
            ratings[ordinal] = batch.ratings[position]
            patterns[ordinal] = batch.patterns[position]
        }
        columns.points = points.column
        columns.coordinates = coordinates.column
        columns.identities = identities.column
        columns.attributes = attributes.column
        columns.ratings = ratings.column
        columns.patterns = patterns.column
        if !batch.costs.isEmpty {
            let costs = ColumnBuilder<UInt64>(count, in: memory)
            for ordinal in 0..<count {
                let position = Int(order[ordinal])
                costs[ordinal] =
                    position < batch.costs.count ? batch.costs[position] : PlaceColumns.noCost
            }
            columns.costs = costs.column
        }
        let boxes = ColumnBuilder<Float>(tree.groups * BlockTree.groupSize, in: memory)
        tree.fill(boxes, from: 0, count: count) { ordinal in
            let at = ordinal / 16 * 48 + ordinal % 16
            return (points[at], points[at + 16], points[at + 32])
        }
        columns.boxes = boxes.column
        columns.recordStarts = starts(of: batch.recordEnds)
        columns.records = gathered(batch.records, batch.recordEnds) { $0 }
        columns.termStarts = starts(of: batch.termEnds)
        columns.terms = gathered(batch.terms, batch.termEnds) { finalTerms[Int($0)] }
    }

    /// Returns the start of each place's values once they are in the order of ordinals.
    private func starts(of ends: ContiguousArray<UInt32>) -> Column<UInt32> {
        let starts = ColumnBuilder<UInt32>(count + 1, in: memory)
        var sum: UInt32 = 0
        for ordinal in 0..<count {
            starts[ordinal] = sum
            let position = Int(order[ordinal])
            sum += ends[position] - (position == 0 ? 0 : ends[position - 1])
        }
        starts[count] = sum
        return starts.column
    }

    /// Returns the values of all places in the order of ordinals.
    private func gathered<Element: BitwiseCopyable>(
        _ values: ContiguousArray<Element>, _ ends: ContiguousArray<UInt32>, _ final: (Element) -> Element
    ) -> Column<Element> {
        let length = order.reduce(0) { $0 + Int(ends[Int($1)]) - ($1 == 0 ? 0 : Int(ends[Int($1) - 1])) }
        let gathered = ColumnBuilder<Element>(length, in: memory)
        var at = 0
        for position in order {
            for index in (position == 0 ? 0 : Int(ends[Int(position) - 1]))..<Int(ends[Int(position)]) {
                gathered[at] = final(values[index])
                at += 1
            }
        }
        return gathered.column
    }

    private func fillTerms(_ columns: inout PlaceColumns) {
        let starts = ColumnBuilder<UInt32>(table.count + 1, in: memory)
        let text = ColumnBuilder<UInt8>(table.text.count, in: memory)
        var size = 1
        while size < table.count * 3 / 2 { size *= 2 }
        let slots = ColumnBuilder<UInt32>(size, in: memory)
        var at = 0
        table.text.withUnsafeBufferPointer { source in
            for (term, number) in termOrder.enumerated() {
                starts[term] = UInt32(at)
                let range = table.bytes(of: Int(number))
                for index in range {
                    text[at] = source[index]
                    at += 1
                }
                let hash = WordHash.of(UnsafeBufferPointer(rebasing: source[range]))
                var slot = Int(truncatingIfNeeded: hash) & (size - 1)
                while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
                slots[slot] = UInt32(term) + 1
            }
        }
        starts[table.count] = UInt32(at)
        columns.termTextStarts = starts.column
        columns.termText = text.column
        columns.termSlots = slots.column
    }

    private func fillTypos(_ columns: inout PlaceColumns) {
        var entries = ContiguousArray<UInt32>()
        var hashes = ContiguousArray<UInt64>()
        var letters: [UInt32] = []
        for term in 0..<table.count {
            let range = Int(columns.termTextStarts[term])..<Int(columns.termTextStarts[term + 1])
            let bytes = columns.termText.slice(range)
            guard let first = bytes.first, first > Concept.lastMark else { continue }
            letters.removeAll(keepingCapacity: true)
            letters.append(
                contentsOf: String(decoding: bytes, as: UTF8.self).unicodeScalars.lazy.map(\.value))
            letters.withUnsafeBufferPointer { letters in
                TypoIndex.forms(ofTerm: letters) { hash in
                    entries.append(UInt32(term))
                    hashes.append(hash)
                }
            }
        }
        (columns.typoStarts, columns.typoTerms) = buckets(entries, by: hashes, perBucket: 4)
    }

    private func fillIdentities(_ columns: inout PlaceColumns) {
        var hashes = ContiguousArray<UInt64>()
        hashes.reserveCapacity(count)
        for ordinal in 0..<count { hashes.append(columns.identities[ordinal].hash) }
        (columns.identityStarts, columns.identityOrdinals) = buckets(
            ContiguousArray(0..<UInt32(count)), by: hashes, perBucket: 16)
    }

    /// Distributes values to buckets by the lowest bits of their hashes. Returns the start of each bucket,
    /// and the values.
    private func buckets(
        _ values: ContiguousArray<UInt32>, by hashes: ContiguousArray<UInt64>, perBucket: Int
    ) -> (starts: Column<UInt32>, values: Column<UInt32>) {
        var size = 1
        while size * perBucket < values.count { size *= 2 }
        let starts = ColumnBuilder<UInt32>(size + 1, in: memory)
        let into = ColumnBuilder<UInt32>(values.count, in: memory)
        let mask = UInt64(size - 1)
        for hash in hashes { starts[Int(hash & mask)] += 1 }
        var sum: UInt32 = 0
        for bucket in 0..<size {
            sum += starts[bucket]
            starts[bucket] = sum
        }
        starts[size] = sum
        // In reverse, so that each start ends up at the beginning of its bucket.
        for index in values.indices.reversed() {
            let bucket = Int(hashes[index] & mask)
            starts[bucket] -= 1
            into[Int(starts[bucket])] = values[index]
        }
        return (starts.column, into.column)
    }
}
