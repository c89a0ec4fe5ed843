import Foundation
import Testing

@testable import Money

struct SettlementTests {
    private let anna = UUID(uuidString: "a0000000-0000-4000-8000-000000000000")!
    private let ben = UUID(uuidString: "b0000000-0000-4000-8000-000000000000")!
    private let carl = UUID(uuidString: "c0000000-0000-4000-8000-000000000000")!

    private func transfers(
        _ shares: [(UUID, Int64)], paid: [(UUID, Int64)], settled: [Transfer] = []
    ) throws -> [Transfer] {
        try Settlement.transfers(
            shares: shares.map(PersonShare.init), payments: paid.map(PersonShare.init), settled: settled)
    }

    @Test func `everyone pays the one who paid`() throws {
        let transfers = try transfers([(anna, 1_000), (ben, 500), (carl, 700)], paid: [(anna, 2_200)])

        #expect(
            transfers == [
                Transfer(from: carl, to: anna, amount: 700), Transfer(from: ben, to: anna, amount: 500),
            ])
    }

    @Test func `two who paid get the largest debts first`() throws {
        let transfers = try transfers(
            [(anna, 1_000), (ben, 1_000), (carl, 1_000)], paid: [(anna, 2_500), (ben, 300), (ben, 200)])

        #expect(
            transfers == [
                Transfer(from: carl, to: anna, amount: 1_000), Transfer(from: ben, to: anna, amount: 500),
            ])
    }

    @Test func `equal debts are in the order of the identifiers`() throws {
        let transfers = try transfers([(ben, 100), (anna, 100), (carl, 0)], paid: [(carl, 200)])

        #expect(transfers.map(\.debtor) == [anna, ben])
    }

    @Test func `54: a payer who did not eat gets everything`() throws {
        #expect(
            try transfers([(anna, 300)], paid: [(ben, 300)]) == [Transfer(from: anna, to: ben, amount: 300)])
    }

    @Test func `after a correction only the difference is transferred`() throws {
        let received = [Transfer(from: ben, to: anna, amount: 500)]

        let more = try transfers([(anna, 1_000), (ben, 600)], paid: [(anna, 1_600)], settled: received)
        let less = try transfers([(anna, 1_000), (ben, 400)], paid: [(anna, 1_400)], settled: received)

        #expect(more == [Transfer(from: ben, to: anna, amount: 100)])
        #expect(less == [Transfer(from: anna, to: ben, amount: 100)])
    }

    @Test func `there are no transfers before the place is paid exactly`() {
        #expect(throws: Settlement.Fault.unpaid(100)) { try transfers([(anna, 300)], paid: [(anna, 200)]) }
        #expect(throws: Settlement.Fault.overpaid(50)) { try transfers([(anna, 300)], paid: [(ben, 350)]) }
        #expect(throws: Settlement.Fault.invalidAmount) { try transfers([(anna, 0)], paid: [(anna, 0)]) }
        #expect(throws: Settlement.Fault.invalidAmount) {
            try transfers([(anna, .max), (anna, 1)], paid: [(anna, 1)])
        }
    }

    @Test func `a bill of nothing leaves no transfers`() throws {
        #expect(try transfers([(anna, 0), (ben, 0)], paid: []).isEmpty)
    }
}
