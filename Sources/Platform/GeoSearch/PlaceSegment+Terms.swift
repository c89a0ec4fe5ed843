import Synchronization

/// The places of a term, or of a range of terms.
enum TermSource {
    /// A block-level mask.
    case mask(BlockMask)
    /// A postings list, as a range of ``PlaceColumns/postings``, with the start of its tree's boxes if it is
    /// long.
    case list(Range<Int>, boxes: Int?)
}

/// A term within a few edits of a word.
struct NearWord {
    let term: UInt32
    let edits: Int
}

extension PlaceSegment {
    /// The number of words whose typos are cached: some hundred kilobytes.
    private static let nearWordCacheSize = 2_000

    /// Returns the terms that begin with `prefix`.
    func terms(withPrefix prefix: String) -> Range<UInt32> {
        var prefix = prefix
        return prefix.withUTF8 { prefix in
            let first = partition(0..<columns.termCount) { Self.precedes($0, prefix) }
            // Most prefixes have few terms, so their end is found by exponential search.
            var step = 1
            while first + step < columns.termCount,
                Self.begins(columns.termBytes(first + step - 1), with: prefix)
            {
                step *= 2
            }
            let end = partition(first..<min(first + step, columns.termCount)) {
                Self.begins($0, with: prefix)
            }
            return UInt32(first)..<UInt32(end)
        }
    }

    private static func precedes(_ term: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        let count = min(term.count, other.count)
        for index in 0..<count where term[index] != other[index] { return term[index] < other[index] }
        return term.count < other.count
    }

    private static func begins(_ term: UnsafeBufferPointer<UInt8>, with prefix: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        guard term.count >= prefix.count else { return false }
        for index in 0..<prefix.count where term[index] != prefix[index] { return false }
        return true
    }

    /// Returns the first of `terms` for which `isBefore` is false, or their end.
    @inline(__always)
    private func partition(_ terms: Range<Int>, _ isBefore: (UnsafeBufferPointer<UInt8>) -> Bool) -> Int {
        var low = terms.lowerBound
        var high = terms.upperBound
        while low < high {
            let middle = (low + high) / 2
            if isBefore(columns.termBytes(middle)) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the places of a term and their number.
    func source(of term: UInt32) -> (source: TermSource, count: Int) {
        let count = Int(columns.termCounts[term])
        let range = Int(columns.postingStarts[term])..<Int(columns.postingStarts[Int(term) + 1])
        if range.isEmpty, let mask = columns.maskTerms.position(of: term) {
            let lanes = columns.laneTerms.position(of: term).map { $0 * BlockLanes.length(tree) }
            return (.mask(BlockMask(start: mask * tree.groups, lanes: lanes)), count)
        }
        guard range.count >= SegmentBuilder.treeSize, let tree = columns.treeTerms.position(of: term) else {
            return (.list(range, boxes: nil), count)
        }
        return (.list(range, boxes: Int(columns.treeStarts[tree])), count)
    }

    /// Returns the start of the narrowest lanes that contain all places rated `bits` (``PackedRating``) or
    /// better; `nil` if no lanes contain them all.
    func lanes(rated bits: UInt32) -> Int? {
        let floors = BlockLanes.ratings
        guard let index = floors.lastIndex(where: { PackedRating.least($0) <= bits }) else { return nil }
        return (columns.laneTerms.count + index) * BlockLanes.length(tree)
    }

    /// Returns the combined places of a range of terms and the largest possible number of them; `nil` if the
    /// range has no mask of its own.
    func mask(of range: Range<UInt32>) -> (source: TermSource, count: Int)? {
        let mask = columns.maskRanges.position(of: UInt64(range.lowerBound) << 32 | UInt64(range.upperBound))
        guard let mask else { return nil }
        let start = (columns.maskTerms.count + mask) * tree.groups
        return (.mask(BlockMask(start: start, lanes: nil)), Int(columns.maskRangeCounts[mask]))
    }

    /// Returns the words within one or two edits of `word`. Results are cached, because people make the same
    /// typos.
    func words(near word: String) -> [NearWord] {
        if let known = nearWords.withLock({ $0[word] }) { return known }
        let found = findWords(near: word)
        nearWords.withLock { known in
            if known.count >= Self.nearWordCacheSize { known.removeAll() }
            known[word] = found
        }
        return found
    }

    private func findWords(near word: String) -> [NearWord] {
        let letters = word.unicodeScalars.map(\.value)
        let limit = TypoIndex.edits(letterCount: letters.count)
        guard limit > 0 else { return [] }
        let mask = UInt64(columns.typoStarts.count - 2)
        var candidates: [UInt32] = []
        letters.withUnsafeBufferPointer { letters in
            TypoIndex.forms(ofWord: letters, edits: limit) { hash in
                let bucket = Int(hash & mask)
                for index in columns.typoStarts[bucket]..<columns.typoStarts[bucket + 1] {
                    candidates.append(columns.typoTerms[index])
                }
            }
        }
        candidates.sort()
        var found: [NearWord] = []
        var last: UInt32?
        for term in candidates where term != last {
            last = term
            if let edits = edits(from: letters, to: term, limit: limit), edits > 0 {
                found.append(NearWord(term: term, edits: edits))
            }
        }
        return found
    }

    private func edits(from letters: [UInt32], to term: UInt32, limit: Int) -> Int? {
        let bytes = columns.termBytes(Int(term))
        // A letter takes one to four bytes.
        guard bytes.count >= letters.count - limit, bytes.count <= (letters.count + limit) * 4 else {
            return nil
        }
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: bytes.count) { buffer in
            var count = 0
            var rest = bytes.makeIterator()
            var decoder = UTF8()
            while case .scalarValue(let scalar) = decoder.decode(&rest) {
                buffer[count] = scalar.value
                count += 1
            }
            return letters.withUnsafeBufferPointer {
                EditDistance.between($0, UnsafeBufferPointer(rebasing: buffer[..<count]), limit: limit)
            }
        }
    }
}

extension Column where Element: Comparable {
    /// Returns the position of `value` in an ascending column, or `nil`.
    func position(of value: Element) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == value ? low : nil
    }
}

extension PlaceColumns {
    /// Returns the number of a word or concept; `nil` if no place has it.
    func term(_ word: String) -> UInt32? {
        var word = word
        return word.withUTF8 { bytes in
            let mask = termSlots.count - 1
            var slot = Int(truncatingIfNeeded: WordHash.of(bytes)) & mask
            // The table is at most two thirds full, so a free slot ends the search; counting the slots ends
            // it in any table.
            for _ in 0...mask {
                let entry = termSlots[slot]
                if entry == 0 { return nil }
                if termBytes(Int(entry) - 1).elementsEqual(bytes) { return entry - 1 }
                slot = (slot + 1) & mask
            }
            return nil
        }
    }
}
