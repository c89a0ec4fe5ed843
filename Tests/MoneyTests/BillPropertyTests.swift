import Foundation
import TestSupport
import Testing

@testable import Money

/// Random bills: a few in every run, 100,000 with `script/test --full`, and a million with `NOONISH_TEST_BILLS=1000000`.
struct BillPropertyTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let bills =
        environment["NOONISH_TEST_BILLS"].flatMap(Int.init)
        ?? (environment["NOONISH_FULL"] != nil ? 100_000 : 400)
    private static let size = min(bills, 4_000)
    private static let batches = bills / size

    // One batch at a time: the text of each is tens of megabytes.
    @Test(.serialized, arguments: 0..<batches)
    func `every bill sums to the unit and equals that of an independent judge`(batch: Int) async throws {
        var random = RandomBill(seed: UInt64(batch))
        var text = ""
        for _ in 0..<Self.size {
            let draft = random.draft()
            text += draft.text
            switch Result(catching: { () throws(BillFault) in try Bill(draft) }) {
            case .success(let bill):
                try check(bill, draft, &random)
                text += bill.text
            case .failure(let fault): text += fault.text
            }
        }
        let judged = try await judge(text)

        #expect(Int(judged.trimmingCharacters(in: .whitespacesAndNewlines)) == Self.size)
    }

    private func check(_ bill: Bill, _ draft: BillDraft, _ random: inout RandomBill) throws {
        try #require(bill.shares.reduce(0) { $0 + $1.amount } == bill.total)
        for charge in bill.charges {
            try #require(charge.shares.reduce(0) { $0 + $1.amount } == charge.amount)
        }
        for share in bill.shares {
            let parts = bill.components(of: share.person).reduce(0) { $0 + $1.share.amount }
            try #require(parts == share.amount)
        }
        try checkOrder(bill, draft, &random)
        try checkTransfers(bill, &random)
    }

    /// The order of a line's sharers changes nothing.
    private func checkOrder(_ bill: Bill, _ draft: BillDraft, _ random: inout RandomBill) throws {
        var shuffled = draft
        for index in shuffled.lines.indices { shuffled.lines[index].sharers.shuffle(using: &random.chance) }
        try #require(try Bill(shuffled).canonicalText == bill.canonicalText)
    }

    /// The transfers clear every account, are fewer than the people, and only reach those who paid.
    private func checkTransfers(_ bill: Bill, _ random: inout RandomBill) throws {
        guard bill.total > 0, bill.shares.allSatisfy({ $0.amount >= 0 }) else { return }
        let cut = Int64(random.chance.below(Int(bill.total) + 1))
        let people = bill.shares.map(\.person)
        let payments = zip([cut, bill.total - cut], [people[0], people[people.count - 1]])
            .filter { $0.0 > 0 }.map { PersonShare(person: $1, amount: $0) }
        let transfers = try Settlement.transfers(shares: bill.shares, payments: payments)
        try #require(transfers.count < people.count)
        try #require(
            transfers.allSatisfy { transfer in payments.contains { $0.person == transfer.creditor } })
        try #require(
            try Settlement.transfers(shares: bill.shares, payments: payments, settled: transfers).isEmpty)
    }

    private func judge(_ text: String) async throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "noonish-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Servers/bill_judge.py").path
        return try await Shell.run(
            "exec \"${NOONISH_TEST_PYTHON:?names a python with Tests/requirements.txt}\" '\(script)' '\(file.path)'"
        )
    }
}
