import Foundation
import Money

/// Part `money`: a bill of 50 people with a line each and 12 charges, calculated and shared on one thread.
///
/// Times are of that thread's own computing; the least of several rounds counts.
enum MoneyBench {
    private static let people = (1...50).map {
        UUID(uuidString: "00000000-0000-4000-8000-0000000000\($0 + 10)")!
    }
    private static let rounds = 20
    private static let turns = 200

    struct WrongAnswer: Error {}

    @Sendable static func run() throws -> [Row] {
        let draft = draft(people.count)
        let bill = try Bill(draft)
        guard bill.shares.reduce(0, { $0 + $1.amount }) == bill.total, bill.charges.count == 62 else {
            throw WrongAnswer()
        }
        var best = Double.infinity
        for _ in 0..<rounds {
            let before = computed()
            for _ in 0..<turns { _ = try Bill(draft) }
            best = min(best, (computed() - before) / Double(turns))
        }
        return [Row("a bill of 50 people and 12 charges", best, "µs", atMost: 100)]
    }

    /// Service, delivery by heads, a voucher and a tip, three times each.
    private static func draft(_ count: Int) -> BillDraft {
        let part = Percentage(partsPerMillion: 50_000)!
        let tax = LineTax(Percentage(partsPerMillion: 140_000)!, isIncluded: true)
        let lines = people.enumerated().map { BillLine(Int64(500 + $0 * 7_919 % 2_500), of: $1, tax: tax) }
        let charges = (0..<3).flatMap { round in
            [
                BillCharge(.service, .percentage(part)),
                BillCharge(.delivery, .amount(Int64(501 + round)), by: .heads),
                BillCharge(.discount, .percentage(part)),
                BillCharge(.tip, .percentage(part), isBeforeDiscounts: true),
            ]
        }
        return BillDraft(id: people[0], currency: Currency("EUR")!, lines: lines, charges: charges)
    }

    /// **Microseconds** that this thread has computed.
    private static func computed() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}
