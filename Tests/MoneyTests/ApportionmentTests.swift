import Foundation
import TestSupport
import Testing

@testable import Money

struct ApportionmentTests {
    private static let bill = UUID(uuidString: "00000000-0000-4000-8000-000000000001")!
    private static let people = (1...60).map {
        UUID(uuidString: "00000000-0000-4000-9000-0000000000\($0 + 10)")!
    }

    private func shared(_ amount: Int64, _ weights: [Int64], charge: Int = 1) throws -> Apportionment {
        let people = Array(Self.people.prefix(weights.count))
        return try Apportionment(
            of: amount, by: weights, tieBreak: TieBreak(bill: Self.bill, charge: charge, people: people))
    }

    @Test(
        arguments: [
            (100, [1, 1], [50, 50]), (100, [1, 3], [25, 75]), (100, [2, 0, 1], [67, 0, 33]), (7, [5], [7]),
            (0, [1, 2], [0, 0]), (-100, [1, 3], [-25, -75]), (10, [2, 2, 1], [4, 4, 2]), (0, [], []),
            (1_000_000_000_000_000, [1_000_000_000_000_000, 0], [1_000_000_000_000_000, 0]),
            (.max, [1], [.max]),
            (.min, [.max], [.min]),
        ] as [(Int64, [Int64], [Int64])])
    func `shares are in proportion to the weights`(amount: Int64, weights: [Int64], shares: [Int64]) throws {
        #expect(try shared(amount, weights).shares == shares)
    }

    @Test func `53: one cent for three goes to one of them by the tie-break, of either sign`() throws {
        let one = try shared(1, [1, 1, 1])
        let less = try shared(-1, [1, 1, 1])

        #expect(one.shares.sorted() == [0, 0, 1])
        #expect(less.shares == one.shares.map { -$0 })
        #expect(one.fractions.filter { $0 == .raisedByTieBreak }.count == 1)
        #expect(one.fractions.filter { $0 == .droppedByTieBreak }.count == 2)
    }

    @Test func `says what happened to each fraction`() throws {
        #expect(try shared(10, [1, 1]).fractions == [.none, .none])
        #expect(try shared(100, [2, 1]).fractions == [.raised, .dropped])
        #expect(try shared(2, [1, 1, 1, 0]).fractions.last == Apportionment.Fraction.none)
    }

    @Test func `without any weight all count as one`() throws {
        #expect(try shared(9, [0, 0, 0]).shares == [3, 3, 3])
    }

    @Test func `faults are thrown`() {
        #expect(throws: MoneyFault.invalidWeights) { try shared(1, [1, -1]) }
        #expect(throws: MoneyFault.invalidWeights) { try shared(1, []) }
        #expect(throws: MoneyFault.overflow) { try shared(1, [.max, 1]) }
    }

    /// Computed by `hashlib.sha256` of the 36 bytes.
    @Test func `the tie-break is the published digest`() {
        let rank = TieBreak(bill: Self.bill, charge: 258, people: [Self.people[0]]).rank(of: 0)

        #expect((0..<4).map { String(rank.words[$0], radix: 16) }.joined(separator: " ") == Self.digest)
    }

    private static let digest = "b4dba82a326b4ea b92026395aac1e87 5791197ceaa1f0dd 605a3545f31a6610"

    @Test func `over many charges the odd cent is shared fairly`() throws {
        var counts = [0, 0, 0]
        for charge in 1...3_000 {
            for (index, share) in try shared(1, [1, 1, 1], charge: charge).shares.enumerated() {
                counts[index] += Int(share)
            }
        }

        // Six standard deviations of a third of 3,000.
        #expect(counts.allSatisfy { abs($0 - 1_000) < 155 })
    }

    @Test func `random shares sum exactly and are within one unit of the exact share`() throws {
        var chance = SeededChance(seed: 1)
        for _ in 0..<20_000 {
            let weights = (0...chance.below(50)).map { _ in
                chance.below(4) == 0 ? 0 : Int64(chance.below(chance.below(9) == 0 ? 1_000_000_000_000 : 9))
            }
            let amount = Int64(chance.below(2_000_000)) - 1_000_000
            let shares = try shared(amount, weights, charge: chance.below(100)).shares
            let sum = weights.reduce(0, +)
            try #require(shares.reduce(0, +) == amount)
            for (weight, share) in zip(weights, shares) {
                let exact = sum == 0 ? Int128(amount) : Int128(amount) * Int128(weight)
                let whole = sum == 0 ? Int128(weights.count) : Int128(sum)
                try #require((Int128(share) * whole - exact).magnitude < whole.magnitude)
                if weight == 0, sum > 0 { try #require(share == 0) }
            }
        }
    }
}
