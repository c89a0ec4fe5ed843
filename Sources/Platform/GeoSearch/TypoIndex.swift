// Typos
// =====
// Symmetric deletion: two words within one edit share a form that each becomes by deleting at most one
// letter, and two words within two edits share one by deleting at most two. So each term is indexed under the
// forms of its prefix, a word of a text is looked up by its own forms, and the edit distances of the terms
// found are computed. Prefixes of seven letters (one edit) and six (two) suffice: an edit moves at most one
// letter past the end of the prefix, which is one more letter to delete.
//
// Buckets contain terms without their forms: for terms that share a bucket by chance, the distance is
// computed as well.
//
// - Source: W. Garbe, SymSpell; M. Du, symmetric deletion.

/// An index of the terms that may be within one or two edits of a word.
enum TypoIndex {
    private static let oneEditPrefix = 7
    private static let twoEditPrefix = 6

    /// Calls `body` with a hash of each form under which a term with these letters is indexed.
    static func forms(ofTerm letters: UnsafeBufferPointer<UInt32>, _ body: (UInt64) -> Void) {
        // A term may be longer or shorter than the words it matches, by one letter for each edit.
        let count = letters.count
        if (SearchLimits.oneEdit - 1...SearchLimits.twoEdits).contains(count) {
            forms(letters, prefix: oneEditPrefix, edits: 1, body)
        }
        if count >= SearchLimits.twoEdits - 2 { forms(letters, prefix: twoEditPrefix, edits: 2, body) }
    }

    /// Calls `body` with a hash of each form by which a word of a text is looked up.
    static func forms(ofWord letters: UnsafeBufferPointer<UInt32>, edits: Int, _ body: (UInt64) -> Void) {
        forms(letters, prefix: edits == 1 ? oneEditPrefix : twoEditPrefix, edits: edits, body)
    }

    /// Returns how many edits a word with this number of letters may match with.
    static func edits(letterCount: Int) -> Int {
        letterCount >= SearchLimits.twoEdits ? 2 : letterCount >= SearchLimits.oneEdit ? 1 : 0
    }

    private static func forms(
        _ letters: UnsafeBufferPointer<UInt32>, prefix: Int, edits: Int, _ body: (UInt64) -> Void
    ) {
        let count = min(prefix, letters.count)
        body(hash(letters, count, -1, -1, edits))
        for first in 0..<count {
            body(hash(letters, count, first, -1, edits))
            guard edits == 2 else { continue }
            for second in (first + 1)..<max(first + 1, count) {
                body(hash(letters, count, first, second, edits))
            }
        }
    }

    /// Returns a hash of the first `count` letters without those at `first` and `second`.
    @inline(__always) private static func hash(
        _ letters: UnsafeBufferPointer<UInt32>, _ count: Int, _ first: Int, _ second: Int, _ edits: Int
    ) -> UInt64 {
        var hash = 0xcbf2_9ce4_8422_2325 &+ UInt64(edits)
        for index in 0..<count where index != first && index != second {
            hash = (hash ^ UInt64(letters[index])) &* 0x100_0000_01b3
        }
        return WordHash.mixed(hash)
    }
}

/// The edit distance of two words.
enum EditDistance {
    /// Returns the number of insertions, deletions, replacements and swaps of adjacent letters, where no
    /// letter is edited twice; `nil` above `limit`.
    ///
    /// - Source: optimal string alignment, as in Wikipedia, "Damerau–Levenshtein distance".
    static func between(
        _ left: UnsafeBufferPointer<UInt32>, _ right: UnsafeBufferPointer<UInt32>, limit: Int
    ) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        // The common prefix and suffix cost nothing, and are most of both words.
        var start = 0
        while start < left.count, start < right.count, left[start] == right[start] { start += 1 }
        var (leftEnd, rightEnd) = (left.count, right.count)
        while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
            leftEnd -= 1
            rightEnd -= 1
        }
        let (rows, columns) = (leftEnd - start, rightEnd - start)
        if rows == 0 || columns == 0 { return max(rows, columns) <= limit ? max(rows, columns) : nil }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * (columns + 1)) { cells in
            let width = columns + 1
            for column in 0...columns { cells[column] = column }
            for row in 1...rows {
                let (this, last, beforeLast) = (row % 3 * width, (row + 2) % 3 * width, (row + 1) % 3 * width)
                cells[this] = row
                var least = row
                for column in 1...columns {
                    let (a, b) = (left[start + row - 1], right[start + column - 1])
                    var cost = cells[last + column - 1] + (a == b ? 0 : 1)
                    cost = min(cost, cells[last + column] + 1, cells[this + column - 1] + 1)
                    if row > 1, column > 1, a == right[start + column - 2], b == left[start + row - 2] {
                        cost = min(cost, cells[beforeLast + column - 2] + 1)
                    }
                    cells[this + column] = cost
                    least = min(least, cost)
                }
                // A swap refers back two rows, so a row that is one above the limit is not conclusive; one
                // that is two above is.
                if least > limit + 1 { return nil }
            }
            let cost = cells[rows % 3 * width + columns]
            return cost <= limit ? cost : nil
        }
    }
}
