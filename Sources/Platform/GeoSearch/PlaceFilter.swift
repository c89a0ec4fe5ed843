import Foundation
import Geo

/// The conditions of a query other than its words, as tests of columns.
struct PlaceFilter {
    /// A bit for each wanted kind.
    private var kinds: UInt32
    /// A bit for each wanted price.
    private var prices: UInt32
    /// The bits of ``PlaceAttributes`` that must be set.
    private var diets: UInt32
    /// The minimum ``PackedRating``.
    private(set) var rating: UInt32
    private let costs: ClosedRange<UInt64>?
    private let openAt: OpenStates?
    /// A bit for each wanted state, open lowest; 0 for any.
    private let open: UInt8
    private let box: BoundingBox?
    private let excluded: Set<UUID>

    init(_ query: PlaceQuery) {
        kinds = query.kinds.isEmpty ? .max : query.kinds.reduce(0) { $0 | 1 << UInt32($1.code) }
        prices =
            query.prices.isEmpty
            ? .max : query.prices.reduce(0) { (1...4).contains($1) ? $0 | 1 << UInt32($1) : $0 }
        diets = query.diets.reduce(0) { $0 | 1 << (7 + $1.code) }
        rating = Self.leastRating(query.minimumRating)
        costs = query.costs
        openAt = query.openAt
        open = query.open.reduce(0) { $0 | $1.bit }
        if case .within(let box, _) = query.area { self.box = box } else { box = nil }
        excluded = query.excluded
    }

    /// A condition that ``BlockLanes`` may decide instead.
    enum Condition {
        case kinds, prices, rating
        case diet(Diet)
    }

    mutating func remove(_ part: Condition) {
        switch part {
        case .kinds: kinds = .max
        case .prices: prices = .max
        case .rating: rating = 0
        case .diet(let diet): diets &= ~(1 << (7 + diet.code))
        }
    }

    /// Whether the filter accepts any attributes.
    private var hasNoAttributes: Bool { kinds == .max && prices == .max && diets == 0 }
    /// Whether every place passes ``passes(_:_:)``.
    private var isEmpty: Bool { hasNoAttributes && rating == 0 && costs == nil && open == 0 }

    /// Returns which of the given lanes of a block have places that pass ``passes(_:_:)``.
    @inline(__always) func lanes(_ segment: PlaceSegment, _ block: Int, among some: UInt32) -> UInt32 {
        if isEmpty || some == 0 { return some }
        let columns = segment.columns
        var lanes = some
        if diets != 0 || prices != .max {
            let bits = columns.attributes.numbers(block * 16)
            let wanted = SIMD16<UInt16>(repeating: UInt16(truncatingIfNeeded: diets))
            var passes = (bits & wanted) .== wanted
            if prices != .max {
                let price = bits & SIMD16<UInt16>(repeating: 0x70)
                var isPrice = passes .^ passes
                for wanted in UInt16(1)...4 where prices >> UInt32(wanted) & 1 == 1 {
                    isPrice .|= price .== SIMD16<UInt16>(repeating: wanted << 4)
                }
                passes .&= isPrice
            }
            lanes &= passes.bits
        }
        if rating > 0, lanes != 0 {
            let floor = SIMD16<UInt32>(repeating: rating)
            lanes &= (columns.ratings.numbers(block * 16) .>= floor).bits
        }
        guard kinds != .max || costs != nil || open != 0 else { return lanes }
        var rest = lanes
        while rest != 0 {
            let lane = rest.trailingZeroBitCount
            rest &= rest - 1
            let ordinal = block * 16 + lane
            // The last block may be incomplete.
            if ordinal >= segment.count || !passes(segment, ordinal) { lanes &= ~(1 << UInt32(lane)) }
        }
        return lanes
    }

    /// Returns the packed rating that every rating of at least `minimum` reaches and no other does.
    private static func leastRating(_ minimum: Double?) -> UInt32 {
        guard let minimum else { return 0 }
        // Finds the first thousandth for which the comparison of the values holds, by that same comparison.
        var thousandths = max(0, Int(min(5.001, max(0, minimum)) * 1_000) - 1)
        while thousandths <= 5_000, Double(thousandths) / 1_000 < minimum { thousandths += 1 }
        return PackedRating.least(UInt32(thousandths))
    }

    /// Returns whether a place meets the conditions that columns decide.
    @inline(__always) func passes(_ segment: PlaceSegment, _ ordinal: Int) -> Bool {
        if isEmpty { return true }
        let columns = segment.columns
        if !hasNoAttributes {
            let bits = UInt32(columns.attributes[ordinal])
            guard kinds >> (bits & 0xF) & 1 == 1, prices >> (bits >> 4 & 7) & 1 == 1, bits & diets == diets
            else { return false }
        }
        if rating > 0, columns.ratings[ordinal] < rating { return false }
        if let costs, !(columns.cost(at: ordinal).map(costs.contains) ?? false) { return false }
        if open != 0 {
            let state = openAt?[columns.patterns[ordinal]] ?? .unknown
            if open & state.bit == 0 { return false }
        }
        return true
    }

    /// Returns whether a place that passes the other tests is in the box and not excluded.
    @inline(__always) func admits(_ segment: PlaceSegment, _ ordinal: Int) -> Bool {
        let columns = segment.columns
        if let box, !box.contains(columns.coordinates[ordinal].coordinate) { return false }
        return excluded.isEmpty || !excluded.contains(columns.identities[ordinal].id)
    }
}

extension OpenState {
    fileprivate var bit: UInt8 {
        switch self {
        case .open: 1
        case .closed: 2
        case .unknown: 4
        }
    }
}

/// A maximum distance, decided in single precision wherever that suffices.
struct DistanceLimit {
    let centimetres: Int
    private let within: Float
    private let beyond: Float

    init(centimetres: Int) {
        self.centimetres = centimetres
        // Distances are rounded to whole centimetres, so up to half a centimetre more is within the limit.
        within = Reach.within(metres: Double(centimetres) / 100)
        beyond = Reach.beyond(metres: Double(centimetres + 1) / 100)
    }

    /// The squared chord that no place within the limit exceeds.
    var reach: Float { beyond }

    /// Returns `true` only if the distance is certainly at most ``centimetres``; `false` is inconclusive.
    @inline(__always) func surelyHolds(_ squaredChord: Float) -> Bool { squaredChord < within }

    @inline(__always)
    func holds(_ squaredChord: Float, _ exactly: @autoclosure () -> Int) -> Bool {
        if squaredChord < within { return true }
        return squaredChord <= beyond && exactly() <= centimetres
    }
}
