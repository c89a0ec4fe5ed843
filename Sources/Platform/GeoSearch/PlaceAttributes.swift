/// The attributes that a place is filtered by: four bits for the kind, all of them set if it has none, three for the price and one for each
/// diet served. That is 14 bits, stored in 16.
struct PlaceAttributes {
    let bits: UInt32

    init(bits: UInt32) { self.bits = bits }

    init(_ place: Place) {
        var bits = UInt32(place.kind?.code ?? PlaceKind.noneCode)
        if let price = place.price { bits |= UInt32(min(max(price, 0), 7)) << 4 }
        for diet in place.diets.served { bits |= 1 << (7 + diet.code) }
        self.bits = bits
    }

    /// The tests that these bits pass; the place is indexed under their terms.
    var tests: [AttributeTest] { AttributeTest.all.filter { $0.bits.areMet(by: bits) } }
}

/// A test of some of the bits of ``PlaceAttributes``: which ones, and the values they must have.
struct AttributeBits: Hashable {
    let mask: UInt32
    let value: UInt32

    @inline(__always) func areMet(by bits: UInt32) -> Bool { bits & mask == value }
}

/// A test for one kind, diet or price.
struct AttributeTest: Hashable {
    let bits: AttributeBits
    /// The term in the index; see ``Concept/term``.
    let term: String
    /// The words that stand for the attribute in a text; empty for a price.
    let words: [String]

    static func kind(_ kind: PlaceKind) -> Self {
        Self(
            bits: AttributeBits(mask: 0xF, value: UInt32(kind.code)), term: Concept.kind(kind).term,
            words: TextFolding.indexWords(of: kind.rawValue))
    }

    static func diet(_ diet: Diet) -> Self {
        let bit = UInt32(1) << (7 + diet.code)
        return Self(
            bits: AttributeBits(mask: bit, value: bit), term: Concept.diet(diet).term,
            words: TextFolding.indexWords(of: diet.rawValue))
    }

    static func price(_ price: Int) -> Self {
        Self(
            bits: AttributeBits(mask: 0x70, value: UInt32(price) << 4), term: "\u{4}\(price)", words: [])
    }

    static let all =
        PlaceKind.allCases.map(kind) + Diet.allCases.map(diet) + (1...4).map(price)
}

extension PlaceKind {
    /// The position in ``allCases``, as stored.
    var code: Int {
        switch self {
        case .restaurant: 0
        case .cafe: 1
        case .bar: 2
        case .pub: 3
        case .fastFood: 4
        case .foodCourt: 5
        case .iceCream: 6
        case .biergarten: 7
        case .bakery: 8
        case .deli: 9
        }
    }
}

extension PlaceKind {
    /// What is stored for a place without a kind. No ``AttributeTest`` has this value.
    static let noneCode = 15

    /// Creates the kind with the stored code. Returns `nil` for any other code.
    init?(code: UInt32) {
        guard code < PlaceKind.allCases.count else { return nil }
        self = PlaceKind.allCases[Int(code)]
    }
}

extension Diet {
    /// The position in ``allCases``, as stored.
    var code: UInt32 {
        switch self {
        case .vegan: 0
        case .vegetarian: 1
        case .glutenFree: 2
        case .halal: 3
        case .kosher: 4
        case .lactoseFree: 5
        case .pescetarian: 6
        }
    }
}

/// A rating packed into 32 bits: 0 for none, otherwise the thousandths of stars plus one in the upper 13 bits
/// and the number of ratings in the lower 19.
struct PackedRating {
    let bits: UInt32

    init(bits: UInt32) { self.bits = bits }

    /// Returns the lowest bits of any rating of at least this many thousandths of a star; no lower rating
    /// reaches them.
    static func least(_ thousandths: UInt32) -> UInt32 { (thousandths + 1) << 19 }

    init(_ rating: PlaceRating?) {
        guard let rating else {
            bits = 0
            return
        }
        bits = UInt32((rating.value * 1_000).rounded() + 1) << 19 | UInt32(rating.count)
    }

    var rating: PlaceRating? {
        guard bits > 0 else { return nil }
        return PlaceRating(value: Double(bits >> 19 - 1) / 1_000, count: Int(bits & 0x7FFFF))
    }
}
