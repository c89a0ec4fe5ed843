extension PlaceBatch {
    /// Adds the live places of a segment without tokenizing their texts again.
    mutating func add(_ live: LiveSegment) {
        let columns = live.segment.columns
        // The batch's number of each of the segment's terms, plus one; 0 if it has not been looked up yet.
        var numbers = ContiguousArray<UInt32>(repeating: 0, count: columns.termCount)
        for ordinal in 0..<live.segment.count where live.isLive(ordinal) {
            identities.append(columns.identities[ordinal])
            coordinates.append(columns.coordinates[ordinal])
            attributes.append(UInt32(columns.attributes[ordinal]))
            ratings.append(columns.ratings[ordinal])
            patterns.append(columns.patterns[ordinal])
            addCost(columns.cost(at: ordinal))
            for term in columns.terms.slice(
                Int(columns.termStarts[ordinal])..<Int(columns.termStarts[ordinal + 1]))
            {
                if numbers[Int(term)] == 0 {
                    numbers[Int(term)] = table.number(of: columns.termBytes(Int(term))) + 1
                }
                terms.append(numbers[Int(term)] - 1)
            }
            termEnds.append(UInt32(terms.count))
            records.append(
                contentsOf: columns.records.slice(
                    Int(columns.recordStarts[ordinal])..<Int(columns.recordStarts[ordinal + 1])))
            recordEnds.append(UInt32(records.count))
        }
    }
}
