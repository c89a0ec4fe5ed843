// How a segment is built
// ======================
// 1. Places are sorted in the order of the Hilbert curve. If an id was added twice, its last place is kept.
// 2. Terms are numbered in byte order. Each cuisine implies the words of its key, and each attribute those of
//    its name: "vegan" finds places that serve vegan food, even if no name contains the word. Implied words
//    are counted and indexed like others, but not listed with the place, because the cuisine or attribute
//    implies them.
// 3. Every term is counted. A term of more than one place in `maskShare` gets a mask, others a postings list
//    of ordinals, with a tree over it if it has at least `treeSize` ordinals.
// 4. Ranges of terms with a common prefix that are long, or have many places together, get a mask of their
//    own.

/// The builder of a segment's columns from a batch.
struct SegmentBuilder {
    /// Only terms of more than one place in this many have a mask; for rarer ones a postings list is smaller.
    static let maskShare = 256
    /// The length from which a postings list has a tree; shorter lists are scanned.
    static let treeSize = 64
    /// A prefix of more terms than this has a mask, because reading the list of each would be slow.
    static let longRange = 200
    /// A prefix of more terms than this has a mask too, if a term with all their places would have one.
    static let busyRange = 8

    let batch: PlaceBatch
    let memory = ColumnMemory()
    /// The position in the batch of the place at each ordinal.
    let order: ContiguousArray<UInt32>
    let tree: BlockTree
    /// The batch's table, plus the terms of attributes and the implied words.
    private(set) var table: TermTable
    /// The final number of each of the table's terms.
    private(set) var finalTerms: ContiguousArray<UInt32> = []
    /// The table's number of each final term.
    private(set) var termOrder: ContiguousArray<UInt32> = []
    /// The words that each cuisine implies, all by the table's numbers.
    private(set) var impliedTerms: [UInt32: ContiguousArray<UInt32>] = [:]
    /// The terms and words of each combination of attribute bits, by the table's numbers.
    private(set) var attributeTerms: [UInt32: ContiguousArray<UInt32>] = [:]
    /// Whether a term is a key of ``impliedTerms``, by the table's numbers.
    private(set) var implies: ContiguousArray<Bool> = []

    /// - Precondition: the batch is not empty.
    init(_ batch: PlaceBatch) {
        self.batch = batch
        table = batch.table
        order = Self.order(of: batch)
        tree = BlockTree(count: order.count)
        addImpliedTerms()
        sortTerms()
    }

    var count: Int { order.count }

    static func columns(of batch: PlaceBatch) -> (PlaceColumns, ColumnMemory) {
        let builder = SegmentBuilder(batch)
        return (builder.columns(), builder.memory)
    }

    private static func order(of batch: PlaceBatch) -> ContiguousArray<UInt32> {
        var positions = ContiguousArray(0..<UInt32(batch.count))
        let last = lastOfEachIdentity(batch)
        if let last { positions.removeAll { !last[Int($0)] } }
        var ranks = ContiguousArray<UInt64>()
        ranks.reserveCapacity(batch.count)
        for coordinate in batch.coordinates {
            ranks.append(Hilbert.rank(latitude: coordinate.latitude, longitude: coordinate.longitude))
        }
        return RadixSort.sorted(positions, by: ranks, bits: Hilbert.bits)
    }

    /// Returns for each position whether no later place has the same id; `nil` if all ids differ.
    private static func lastOfEachIdentity(_ batch: PlaceBatch) -> ContiguousArray<Bool>? {
        let hashes = ContiguousArray(batch.identities.map { $0.hash })
        let order = RadixSort.sorted(ContiguousArray(0..<UInt32(batch.count)), by: hashes, bits: 32)
        var isLast = ContiguousArray(repeating: true, count: batch.count)
        var hasTwins = false
        // The sort is stable, so in a run of equal hashes later positions are later places.
        for index in order.indices {
            var next = index + 1
            let position = Int(order[index])
            while next < order.count,
                UInt32(truncatingIfNeeded: hashes[Int(order[next])])
                    == UInt32(truncatingIfNeeded: hashes[position])
            {
                if batch.identities[Int(order[next])] == batch.identities[position] {
                    isLast[position] = false
                    hasTwins = true
                    break
                }
                next += 1
            }
        }
        return hasTwins ? isLast : nil
    }
}

extension SegmentBuilder {
    private mutating func addImpliedTerms() {
        let cuisineMark = Concept.cuisineMark
        for number in 0..<table.count where table.text[Int(table.starts[number])] == cuisineMark {
            let key = String(decoding: table.text[table.bytes(of: number)].dropFirst(), as: UTF8.self)
            let words = ContiguousArray(TextFolding.indexWords(of: key).map { table.number(of: $0) })
            impliedTerms[UInt32(number)] = words
        }
        for bits in Set(order.lazy.map { [batch] in batch.attributes[Int($0)] }) {
            var terms = ContiguousArray<UInt32>()
            for test in PlaceAttributes(bits: bits).tests {
                for term in [test.term] + test.words {
                    let number = table.number(of: term)
                    if !terms.contains(number) { terms.append(number) }
                }
            }
            attributeTerms[bits] = terms
        }
        implies = ContiguousArray(repeating: false, count: table.count)
        for term in impliedTerms.keys { implies[Int(term)] = true }
    }

    private mutating func sortTerms() {
        let table = table
        termOrder = table.text.withUnsafeBufferPointer { text in
            // The first eight bytes decide most comparisons.
            var keyed = ContiguousArray<(head: UInt64, term: UInt32)>()
            keyed.reserveCapacity(table.count)
            for number in 0..<table.count {
                keyed.append((Self.head(text, table.bytes(of: number)), UInt32(number)))
            }
            keyed.sort { left, right in
                if left.head != right.head { return left.head < right.head }
                return text[table.bytes(of: Int(left.term))]
                    .lexicographicallyPrecedes(text[table.bytes(of: Int(right.term))])
            }
            return ContiguousArray(keyed.map(\.term))
        }
        finalTerms = ContiguousArray(repeating: 0, count: table.count)
        for (final, number) in termOrder.enumerated() { finalTerms[Int(number)] = UInt32(final) }
    }

    private static func head(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64 {
        var head: UInt64 = 0
        for index in 0..<8 {
            head = head << 8 | (index < range.count ? UInt64(text[range.lowerBound + index]) : 0)
        }
        return head
    }

    /// Calls `body` once with each term of a place, by the table's number: listed terms, implied terms and
    /// attributes.
    @inline(__always)
    func forEachTerm(of position: Int, _ scratch: inout ContiguousArray<UInt32>, _ body: (UInt32) -> Void) {
        scratch.removeAll(keepingCapacity: true)
        let start = position == 0 ? 0 : Int(batch.termEnds[position - 1])
        for index in start..<Int(batch.termEnds[position]) { scratch.append(batch.terms[index]) }
        let listed = scratch.count
        for index in 0..<listed where implies[Int(scratch[index])] {
            for word in impliedTerms[scratch[index]] ?? [] where !scratch.contains(word) {
                scratch.append(word)
            }
        }
        for term in attributeTerms[batch.attributes[position]] ?? [] where !scratch.contains(term) {
            scratch.append(term)
        }
        for term in scratch { body(term) }
    }
}

/// A stable sort of numbers by their keys.
enum RadixSort {
    /// - Parameter bits: The number of lowest bits of a key that count.
    /// - Complexity: O(n) for every sixteen bits.
    static func sorted(
        _ values: ContiguousArray<UInt32>, by keys: ContiguousArray<UInt64>, bits: Int
    ) -> ContiguousArray<UInt32> {
        if values.count < 2_048 {
            let mask: UInt64 = bits >= 64 ? .max : 1 << UInt64(bits) - 1
            return ContiguousArray(
                values.enumerated().sorted {
                    let (left, right) = (keys[Int($0.element)] & mask, keys[Int($1.element)] & mask)
                    return left == right ? $0.offset < $1.offset : left < right
                }.map(\.element))
        }
        var from = values
        var into = values
        for shift in stride(from: 0, to: bits, by: 16) {
            let mask: UInt64 = 1 << UInt64(min(16, bits - shift)) - 1
            var starts = ContiguousArray<Int>(repeating: 0, count: 65_537)
            for value in from { starts[Int(keys[Int(value)] >> UInt64(shift) & mask) + 1] += 1 }
            for digit in 1...65_536 { starts[digit] += starts[digit - 1] }
            for value in from {
                let digit = Int(keys[Int(value)] >> UInt64(shift) & mask)
                into[starts[digit]] = value
                starts[digit] += 1
            }
            swap(&from, &into)
        }
        return from
    }
}
