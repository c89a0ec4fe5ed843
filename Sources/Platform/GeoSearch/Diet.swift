/// A way of eating that a place may serve.
public enum Diet: String, Hashable, Sendable, CaseIterable {
    case vegan
    case vegetarian
    case glutenFree = "gluten_free"
    case halal
    case kosher
    case lactoseFree = "lactose_free"
    case pescetarian
}

/// What a place offers for one diet.
public enum DietOffer: String, Hashable, Sendable, CaseIterable {
    case unknown
    case no
    case limited
    case yes
    /// It serves nothing else.
    case only

    /// Whether somebody on this diet can count on it. What is unknown is never counted as yes.
    public var isServed: Bool { self == .yes || self == .only }
}

/// What a place offers for every diet, in one word of memory: four bits a diet.
public struct DietOffers: Hashable, Sendable {
    private(set) var bits: UInt32 = 0

    public init() {}

    /// Bits as they were stored; what is not an offer is unknown.
    init(bits: UInt32) { self.bits = bits }

    public subscript(diet: Diet) -> DietOffer {
        get { DietOffer(code: bits >> diet.shift & 0xF) }
        set { bits = bits & ~(0xF << diet.shift) | newValue.code << diet.shift }
    }

    /// Whether every diet of `wanted` is served.
    public func serve(_ wanted: Set<Diet>) -> Bool {
        wanted.allSatisfy { self[$0].isServed }
    }

    /// The diets that are served, in the order of ``Diet/allCases``.
    public var served: [Diet] { bits == 0 ? [] : Diet.allCases.filter { self[$0].isServed } }
}

extension Diet {
    fileprivate var shift: UInt32 { code * 4 }
}

extension DietOffer {
    /// Position in ``allCases``.
    fileprivate var code: UInt32 {
        switch self {
        case .unknown: 0
        case .no: 1
        case .limited: 2
        case .yes: 3
        case .only: 4
        }
    }

    fileprivate init(code: UInt32) {
        self =
            switch code {
            case 1: .no
            case 2: .limited
            case 3: .yes
            case 4: .only
            default: .unknown
            }
    }
}
