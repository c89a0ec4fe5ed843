import Foundation

/// Places to be indexed, in a compact form: data that is loaded page by page need not be held as ``Place``
/// values.
public struct PlaceBatch: Sendable {
    var identities: ContiguousArray<Identity> = []
    var coordinates: ContiguousArray<FixedCoordinate> = []
    var attributes: ContiguousArray<UInt32> = []
    var ratings: ContiguousArray<UInt32> = []
    var patterns: ContiguousArray<UInt32> = []
    /// Empty until a place with a cost is added; shorter than the others if the last places have none.
    private(set) var costs: ContiguousArray<UInt64> = []
    /// Numbers of terms in ``table``, place after place, without duplicates within a place.
    var terms: ContiguousArray<UInt32> = []
    /// The end of each place's terms.
    var termEnds: ContiguousArray<UInt32> = []
    var records: ContiguousArray<UInt8> = []
    /// The end of each place's record.
    var recordEnds: ContiguousArray<UInt32> = []
    var table = TermTable()
    private let compounds: CompoundWords

    /// - Parameter vocabulary: The vocabulary of the index, whose words are found inside names that are written
    ///   without spaces.
    public init(vocabulary: Vocabulary = Vocabulary()) { compounds = vocabulary.compounds }

    init(_ places: some Sequence<Place>, vocabulary: Vocabulary) {
        self.init(vocabulary: vocabulary)
        for place in places { add(place) }
    }

    /// The number of places added.
    public var count: Int { identities.count }

    /// Adds a place. Of several places with the same id, the last one counts.
    ///
    /// - Precondition: the texts of all places together take less than 4 GiB.
    public mutating func add(_ place: Place) {
        identities.append(Identity(place.id))
        coordinates.append(FixedCoordinate(place.coordinate))
        attributes.append(PlaceAttributes(place).bits)
        ratings.append(PackedRating(place.rating).bits)
        patterns.append(place.hoursPattern)
        addCost(place.cost)
        let first = terms.count
        for cuisine in place.cuisines { addTerm(table.number(of: Concept.cuisine(cuisine).term), first) }
        addWords(of: place.name, first)
        for text in place.otherNames { addWords(of: text, first) }
        for text in place.transliterations { addWords(of: text, first) }
        for text in place.dishes { addWords(of: text, first) }
        for text in place.areas { addWords(of: text, first) }
        if let brand = place.brand { addWords(of: brand, first) }
        termEnds.append(UInt32(terms.count))
        PlaceRecord.append(place, to: &records)
        recordEnds.append(UInt32(records.count))
    }

    /// Sets the cost of the place that is being added.
    mutating func addCost(_ cost: UInt64?) {
        guard let cost else { return }
        costs.append(
            contentsOf: repeatElement(PlaceColumns.noCost, count: identities.count - 1 - costs.count))
        costs.append(cost)
    }

    private mutating func addTerm(_ term: UInt32, _ first: Int) {
        for index in first..<terms.count where terms[index] == term { return }
        terms.append(term)
    }

    private mutating func addWords(of text: String, _ first: Int) {
        if !addPlainWords(of: text, first) {
            for word in TextFolding.indexWords(of: text, compounds) { addTerm(table.number(of: word), first) }
        }
    }

    /// Adds the words of ASCII text without apostrophes, the most common case, without using ``TextFolding``.
    ///
    /// - Returns: `false`, having added nothing, for any other text.
    private mutating func addPlainWords(of text: String, _ first: Int) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "'") }) else { return false }
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 1) { word in
                var length = 0
                for index in 0...bytes.count {
                    if index < bytes.count, let letter = TextFolding.lowercaseLetter(bytes[index]) {
                        word[length] = letter
                        length += 1
                    } else if length > 0 {
                        let whole = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(word)[..<length])
                        addTerm(table.number(of: whole), first)
                        length = 0
                    }
                }
            }
            return true
        }
    }
}
