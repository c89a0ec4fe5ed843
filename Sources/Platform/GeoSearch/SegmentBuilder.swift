// How a segment is built
// ======================
// 1. Places are put in the order of the Hilbert curve; of an id that was added twice the last stays.
// 2. Terms are numbered in the order of their bytes. Each cuisine implies the words of its key, and each attribute those
//    of its name: "vegan" finds what serves vegans, without a word in the name. Implied words are counted and filed like
//    others, but not listed with the place: that it has the cuisine is enough to know.
// 3. Every term is counted. One that more than one place in `maskShare` has gets a mask, others a list of ordinals, and
//    from `treeSize` on a tree over it.
// 4. Ranges of terms with one beginning that are long, or have many places together, get a mask of their own.

/// Turns a batch into columns.
struct SegmentBuilder {
    /// A term of more than one place in so many has a mask: with fewer a list is smaller.
    static let maskShare = 256
    /// From so many ordinals on a list has a tree: fewer are looked at one by one.
    static let treeSize = 64
    /// A beginning of more terms than this has a mask: looking into each would be slow.
    static let longRange = 200
    /// As is one of more terms than this that have as many places together as would make a term a mask.
    static let busyRange = 8

    let batch: PlaceBatch
    let memory = ColumnMemory()
    /// The place of the batch at each ordinal.
    let order: ContiguousArray<UInt32>
    let tree: BlockTree
    /// The batch's table with the terms of attributes and the implied words.
    private(set) var table: TermTable
    /// The final number of each of the table's terms.
    private(set) var finalTerms: ContiguousArray<UInt32> = []
    /// The table's number of each term.
    private(set) var termOrder: ContiguousArray<UInt32> = []
    /// By the table's number of a cuisine's term: the table's numbers of the words it implies.
    private(set) var impliedTerms: [UInt32: ContiguousArray<UInt32>] = [:]
    /// By attribute bits: the table's numbers of terms and words.
    private(set) var attributeTerms: [UInt32: ContiguousArray<UInt32>] = [:]
    /// By the table's number: whether the term is in ``impliedTerms``.
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

    /// For each position whether no later place has its id; nil if no id occurs twice.
    private static func lastOfEachIdentity(_ batch: PlaceBatch) -> ContiguousArray<Bool>? {
        let hashes = ContiguousArray(batch.identities.map { $0.hash })
        let order = RadixSort.sorted(ContiguousArray(0..<UInt32(batch.count)), by: hashes, bits: 32)
        var isLast = ContiguousArray(repeating: true, count: batch.count)
        var hasTwins = false
        // The sort keeps the order of equals, so of a run of equal hashes later positions are later places.
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

    /// Calls `body` with each term of a place once, by the table's number: listed ones, implied ones, attributes.
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

/// Sorts numbers by their keys, keeping the order of equals.
enum RadixSort {
    /// - Parameter bits: How many of the lowest bits of a key count.
    /// - Complexity: O(n) for each sixteen bits.
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
