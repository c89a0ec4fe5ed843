/// The only division of amounts: shares in proportion to weights that sum to the amount exactly.
///
/// Hamilton's method, the largest remainder. With |amount| * w_i = q_i * W + r_i and 0 <= r_i < W, where W is the sum
/// of the weights, the r_i sum to L * W for a whole L = |amount| - sum of q_i. Each r_i is below W, so if L > 0, more
/// than L of them are positive: the L largest get one more unit each, and the shares sum to |amount|. Therefore a
/// weight of 0 gets 0, every share is less than one unit from the exact one, and equal weights differ by at most one.
public struct Apportionment: Sendable {
    /// What happened to the fraction of a unit in a share.
    public enum Fraction: String, Hashable, Sendable {
        /// There was none.
        case none
        case dropped
        /// The remainder was among the largest, so it became a whole unit.
        case raised
        /// Dropped after a ``TieBreak`` between equal remainders.
        case droppedByTieBreak
        /// Became a whole unit by a ``TieBreak``.
        case raisedByTieBreak
    }

    /// In the order of the weights, with the sign of the amount.
    public private(set) var shares: [Int64]
    public private(set) var fractions: [Fraction]

    /// Shares an amount of either sign.
    ///
    /// - Parameters:
    ///   - weights: At least 0 each. If all are 0, all count as 1.
    ///   - tieBreak: Decides between equal remainders.
    /// - Throws: ``MoneyFault/invalidWeights``, and ``MoneyFault/overflow`` if the weights sum to more than 64 bits.
    /// - Complexity: O(n log n), with intermediate results of 128 bits.
    public init(of amount: Int64, by weights: [Int64], tieBreak: TieBreak) throws(MoneyFault) {
        guard weights.allSatisfy({ $0 >= 0 }), !weights.isEmpty || amount == 0 else { throw .invalidWeights }
        let sum = try weights.exactSum()
        let weights = sum == 0 ? weights.map { _ in 1 } : weights
        let whole = UInt64(sum == 0 ? Int64(weights.count) : sum)

        shares = []
        fractions = []
        shares.reserveCapacity(weights.count)
        fractions.reserveCapacity(weights.count)
        var remainders: [UInt64] = []
        remainders.reserveCapacity(weights.count)
        var left = amount.magnitude
        for weight in weights {
            let product = amount.magnitude.multipliedFullWidth(by: UInt64(weight))
            let (quotient, remainder) = whole.dividingFullWidth(product)
            shares.append(Int64(truncatingIfNeeded: quotient))
            fractions.append(remainder == 0 ? .none : .dropped)
            remainders.append(remainder)
            left -= quotient
        }
        raise(Int(left), of: remainders, tieBreak)
        if amount < 0 { for index in shares.indices { shares[index] = 0 &- shares[index] } }
    }

    /// Gives one more unit to each of the `count` largest remainders.
    private mutating func raise(_ count: Int, of remainders: [UInt64], _ tieBreak: TieBreak) {
        guard count > 0 else { return }
        let smallest = Self.smallest(of: count, largest: remainders)
        var tied: [Int] = []
        var rest = count
        for (index, remainder) in remainders.enumerated() where remainder >= smallest {
            if remainder == smallest {
                tied.append(index)
            } else {
                raise(index, .raised)
                rest -= 1
            }
        }
        if rest == tied.count {
            for index in tied { raise(index, .raised) }
        } else {
            let ranked = tied.map { (index: $0, rank: tieBreak.rank(of: $0)) }.sorted { $0.rank < $1.rank }
            for (index, _) in ranked.prefix(rest) { raise(index, .raisedByTieBreak) }
            for (index, _) in ranked.dropFirst(rest) { fractions[index] = .droppedByTieBreak }
        }
    }

    /// Returns the smallest of the `count` largest numbers.
    private static func smallest(of count: Int, largest numbers: [UInt64]) -> UInt64 {
        // Equal weights are common, and need no sorting.
        if let first = numbers.first, numbers.allSatisfy({ $0 == first }) { return first }
        return numbers.sorted()[numbers.count - count]
    }

    private mutating func raise(_ index: Int, _ fraction: Fraction) {
        shares[index] &+= 1
        fractions[index] = fraction
    }
}
