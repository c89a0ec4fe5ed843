import Foundation

/// Adds the charges of a draft one by one. People are indexes into ``people``.
struct BillCalculator {
    let draft: BillDraft
    /// Everyone on the bill, in the order of their identifiers, so that the order of the draft has no influence.
    let people: [UUID]
    let indexes: [UUID: Int]
    /// The shares of each line, by index of the line.
    private(set) var lineShares: [[(person: Int, amount: Int64)]] = []
    /// What each person has ordered.
    private(set) var ordered: [Int64]
    /// What each person has ordered, without the discounts so far.
    private(set) var discounted: [Int64]
    /// The number of those who eat: each person who has a line, and each of their visitors.
    private(set) var heads: [Int64]

    private(set) var charges: [Charge] = []
    /// What each person bears so far.
    private(set) var bears: [Int64]
    private(set) var total: Int64 = 0
    private(set) var totalOnReceipt: Int64 = 0
    /// The sum of the absolute values of the charges.
    private var magnitude: Int64 = 0

    init(_ draft: BillDraft) throws(BillFault) {
        self.draft = draft
        people = Self.people(of: draft)
        indexes = Dictionary(uniqueKeysWithValues: people.enumerated().map { ($1, $0) })
        let nothing = [Int64](repeating: 0, count: people.count)
        ordered = nothing
        discounted = nothing
        heads = nothing
        bears = nothing
        if let total = draft.receiptTotal, !(0...Money.largestInput).contains(total) { throw .tooLarge }
        lineShares.reserveCapacity(draft.lines.count)
        for index in draft.lines.indices { try addLine(index) }
        discounted = ordered
        countHeads()
    }

    private static func people(of draft: BillDraft) -> [UUID] {
        var people: Set<UUID> = []
        for line in draft.lines { for sharer in line.sharers { people.insert(sharer.person) } }
        for charge in draft.charges {
            if case .named(let sharers) = charge.basis {
                for sharer in sharers { people.insert(sharer.person) }
            }
        }
        for treat in draft.treats { people.insert(treat.host) }
        return people.map { (key: $0.sortKey, person: $0) }.sorted { $0.key < $1.key }.map(\.person)
    }

    private mutating func addLine(_ index: Int) throws(BillFault) {
        let line = draft.lines[index]
        guard line.amount >= 0 else { throw .negativeLine(index) }
        guard let weights = weights(of: line.sharers) else { throw .invalidSharers(line: index) }
        let shares = try add(.items, .own, line.amount, by: weights, isOnReceipt: true)
        for (person, amount) in shares { ordered[person] += amount }
        lineShares.append(shares)
    }

    private mutating func countHeads() {
        struct Head: Hashable {
            let person: Int
            let visitor: String?
        }
        var eaters: Set<Head> = []
        for (line, shares) in zip(draft.lines, lineShares) {
            let visitor = shares.count == 1 ? line.visitor : nil
            for (person, _) in shares { eaters.insert(Head(person: person, visitor: visitor)) }
        }
        for eater in eaters { heads[eater.person] += 1 }
    }

    /// Returns the weights of named people by index; `nil` if a person occurs twice or a weight is negative, if all
    /// are 0, or if they sum to more than ``Money/largestInput``.
    func weights(of sharers: [Sharer]) -> [(person: Int, weight: Int64)]? {
        var sum: Int64 = 0
        var weights: [(person: Int, weight: Int64)] = []
        weights.reserveCapacity(sharers.count)
        for sharer in sharers {
            guard (0...Money.largestInput - sum).contains(sharer.weight), let index = indexes[sharer.person]
            else { return nil }
            sum += sharer.weight
            weights.append((index, sharer.weight))
        }
        if weights.count > 1 {
            weights.sort { $0.person < $1.person }
            for (one, next) in zip(weights, weights.dropFirst()) where one.person == next.person {
                return nil
            }
        }
        return sum > 0 ? weights : nil
    }

    /// Adds a charge and shares it among those with a weight.
    @discardableResult
    mutating func add(
        _ kind: ChargeKind, _ basis: ChargeBasis, _ amount: Int64, by weights: [(person: Int, weight: Int64)],
        percentage: Percentage? = nil, label: String? = nil, isOnReceipt: Bool
    ) throws(BillFault) -> [(person: Int, amount: Int64)] {
        guard !people.isEmpty else { throw .noPeople }
        guard amount.magnitude <= UInt64(Money.largestInput - magnitude) else { throw .tooLarge }
        magnitude += Int64(amount.magnitude)
        total += amount
        if isOnReceipt { totalOnReceipt += amount }
        let number = charges.count + 1
        let (sharers, shares) = try divide(amount, by: weights, charge: number)
        for (person, share) in zip(sharers, shares) {
            bears[person] += share.amount
            if kind == .discount { discounted[person] += share.amount }
        }
        charges.append(
            Charge(
                number: number, kind: kind, basis: basis, amount: amount, percentage: percentage,
                label: label,
                shares: shares))
        return zip(sharers, shares).map { ($0, $1.amount) }
    }

    /// Divides an amount among those with a weight; among the heads if there are no weights.
    ///
    /// - Returns: Indexes of people, and their shares.
    func divide(
        _ amount: Int64, by weights: [(person: Int, weight: Int64)], charge: Int
    ) throws(BillFault) -> (sharers: [Int], shares: [ChargeShare]) {
        if weights.count == 1, let only = weights.first, only.weight > 0 {
            return (
                [only.person], [ChargeShare(person: people[only.person], amount: amount, fraction: .none)]
            )
        }
        var weights = weights
        if weights.contains(where: { $0.weight == 0 }) { weights.removeAll { $0.weight == 0 } }
        if weights.isEmpty { weights = self.weights(of: heads) }
        if weights.isEmpty { weights = people.indices.map { ($0, 1) } }
        let identifiers = weights.count == people.count ? people : weights.map { people[$0.person] }
        do {
            let tieBreak = TieBreak(bill: draft.id, charge: charge, people: identifiers)
            let parts = try Apportionment(of: amount, by: weights.map { $0.weight }, tieBreak: tieBreak)
            var shares: [ChargeShare] = []
            shares.reserveCapacity(weights.count)
            for index in weights.indices {
                shares.append(
                    ChargeShare(
                        person: identifiers[index], amount: parts.shares[index],
                        fraction: parts.fractions[index]))
            }
            return (weights.map { $0.person }, shares)
        } catch {
            throw .tooLarge
        }
    }

    /// Returns the weights above 0 of everyone's weights.
    func weights(of all: [Int64]) -> [(person: Int, weight: Int64)] {
        all.indices.filter { all[$0] > 0 }.map { ($0, all[$0]) }
    }
}

extension UUID {
    /// The identifier as a number: its order is that of its text.
    var sortKey: UInt128 {
        withUnsafeBytes(of: uuid) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
    }
}
