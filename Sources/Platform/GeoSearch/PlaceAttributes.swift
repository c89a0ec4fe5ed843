/// What a place is told by besides words, in 14 bits of which columns keep 16: four for the kind, three for the price, one for each served diet.
struct PlaceAttributes {
    let bits: UInt32

    init(bits: UInt32) { self.bits = bits }

    init(_ place: Place) {
        var bits = UInt32(place.kind.code)
        if let price = place.price { bits |= UInt32(min(max(price, 0), 7)) << 4 }
        for diet in place.diets.served { bits |= 1 << (7 + diet.code) }
        self.bits = bits
    }

    /// The terms that a place with these bits is filed under.
    var tests: [AttributeTest] { AttributeTest.all.filter { $0.bits.areMet(by: bits) } }
}

/// Some of the bits of ``PlaceAttributes``, and what they must be.
struct AttributeBits: Hashable {
    let mask: UInt32
    let value: UInt32

    @inline(__always) func areMet(by bits: UInt32) -> Bool { bits & mask == value }
}

/// Whether a place is of a kind, serves a diet, or has a price.
struct AttributeTest: Hashable {
    let bits: AttributeBits
    /// How the index files it; see ``Concept/term``.
    let term: String
    /// The words that stand for it in a text; none for a price.
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
    /// Position in ``allCases``, as stored.
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
    /// The kind that was stored; what is none is a restaurant.
    init(code: UInt32) { self = code < 10 ? PlaceKind.allCases[Int(code)] : .restaurant }
}

extension Diet {
    /// Position in ``allCases``, as stored.
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

/// A rating in 32 bits: 0 for none, else thousandths of stars and one in the upper 13, voices in the lower 19.
struct PackedRating {
    let bits: UInt32

    init(bits: UInt32) { self.bits = bits }

    /// The bits that every rating of so many thousandths of stars reaches, and no other does.
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
