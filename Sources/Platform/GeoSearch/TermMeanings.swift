/// What the terms of a segment mean besides themselves: the cuisines whose keys contain the word, and the
/// attributes for which it stands, which places store as bits. Terms are in byte order, so those with a
/// common prefix are a range.
struct TermMeanings {
    private let cuisines: [(term: UInt32, meaning: UInt32)]
    private let attributes: [(term: UInt32, meaning: AttributeBits)]

    /// - Parameter cuisineCount: The number of terms that are cuisines; they come first.
    init(_ columns: PlaceColumns, cuisineCount: Int) {
        var cuisines: [(term: UInt32, meaning: UInt32)] = []
        for cuisine in 0..<cuisineCount {
            let key = String(decoding: columns.termBytes(cuisine).dropFirst(), as: UTF8.self)
            for term in TextFolding.indexWords(of: key).compactMap(columns.term) {
                cuisines.append((term, UInt32(cuisine)))
            }
        }
        self.cuisines = cuisines.sorted { $0.term < $1.term }
        attributes = AttributeTest.all.flatMap { test in
            ([test.term] + test.words).compactMap(columns.term).map { ($0, test.bits) }
        }.sorted { $0.term < $1.term }
    }

    /// Returns the terms of the cuisines whose keys contain any of `terms`.
    func cuisines(of terms: Range<UInt32>) -> some Sequence<UInt32> {
        Self.entries(cuisines, terms).lazy.map(\.meaning)
    }

    /// Returns the attributes for which any of `terms` stands.
    func attributes(of terms: Range<UInt32>) -> some Sequence<AttributeBits> {
        Self.entries(attributes, terms).lazy.map(\.meaning)
    }

    private static func entries<Meaning>(
        _ all: [(term: UInt32, meaning: Meaning)], _ terms: Range<UInt32>
    ) -> ArraySlice<(term: UInt32, meaning: Meaning)> {
        var low = 0
        var high = all.count
        while low < high {
            let middle = (low + high) / 2
            if all[middle].term < terms.lowerBound { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < all.count, all[end].term < terms.upperBound { end += 1 }
        return all[low..<end]
    }
}
