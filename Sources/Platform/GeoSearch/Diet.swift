/// A diet that a place may cater for.
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
    /// The place serves nothing else.
    case only

    /// Whether a person on this diet can rely on the place. `unknown` never counts as yes.
    public var isServed: Bool { self == .yes || self == .only }
}

/// What a place offers for every diet, packed into four bits each.
public struct DietOffers: Hashable, Sendable {
    private(set) var bits: UInt32 = 0

    public init() {}

    /// Creates offers from stored bits. Invalid values are read as `unknown`.
    init(bits: UInt32) { self.bits = bits }

    public subscript(diet: Diet) -> DietOffer {
        get { DietOffer(code: bits >> diet.shift & 0xF) }
        set { bits = bits & ~(0xF << diet.shift) | newValue.code << diet.shift }
    }

    /// Returns whether every diet of `wanted` is served.
    public func serves(_ wanted: Set<Diet>) -> Bool {
        wanted.allSatisfy { self[$0].isServed }
    }

    /// The diets that are served, in the order of ``Diet/allCases``.
    public var served: [Diet] { bits == 0 ? [] : Diet.allCases.filter { self[$0].isServed } }
}

extension Diet {
    fileprivate var shift: UInt32 { code * 4 }
}

extension DietOffer {
    /// The position in ``allCases``.
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
