import Foundation
import Testing

@testable import Money

struct BillTests {
    private static let order = UUID(uuidString: "10000000-0000-4000-8000-000000000000")!
    private static let anna = UUID(uuidString: "a0000000-0000-4000-8000-000000000000")!
    private static let ben = UUID(uuidString: "b0000000-0000-4000-8000-000000000000")!
    private static let carl = UUID(uuidString: "c0000000-0000-4000-8000-000000000000")!
    private let anna = Self.anna
    private let ben = Self.ben
    private let carl = Self.carl

    private func percent(_ number: Int64) -> Percentage { Percentage(partsPerMillion: number * 10_000)! }

    private func bill(
        _ lines: [BillLine], _ charges: [BillCharge] = [], receipt: Int64? = nil, treats: [BillTreat] = []
    ) throws -> Bill {
        try Bill(
            BillDraft(
                id: Self.order, currency: .eur, lines: lines, charges: charges, receiptTotal: receipt,
                treats: treats))
    }

    private func shares(_ bill: Bill) -> [Int64] { bill.shares.map(\.amount) }

    @Test func `everyone bears their own lines, and a shared plate by its weights`() throws {
        let platter = BillLine(amount: 900, sharers: [Sharer(ben, weight: 2), Sharer(carl, weight: 1)])

        let bill = try bill([BillLine(1_000, of: anna), BillLine(500, of: ben), platter])

        #expect(bill.total == 2_400)
        #expect(shares(bill) == [1_000, 1_100, 300])
        #expect(bill.charges.map(\.kind) == [.items, .items, .items])
        #expect(bill.components(of: ben).map(\.share.amount) == [500, 600])
    }

    @Test func `tip and voucher are shared by what each ordered, delivery by heads`() throws {
        let lines = [BillLine(3_000, of: anna), BillLine(1_000, of: ben)]
        let bill = try bill(
            lines,
            [
                BillCharge(.discount, .percentage(percent(10))),
                BillCharge(.delivery, .amount(500), by: .heads),
                BillCharge(.tip, .percentage(percent(10))),
                BillCharge(.service, .percentage(percent(10)), isBeforeDiscounts: true),
            ])

        #expect(bill.charges.dropFirst(2).map(\.amount) == [-400, 500, 360, 400])
        // Items, voucher, delivery, tip and service.
        let (first, second): ([Int64], [Int64]) = (
            [3_000, -300, 250, 270, 300], [1_000, -100, 250, 90, 100]
        )
        #expect(shares(bill) == [first.reduce(0, +), second.reduce(0, +)])
    }

    @Test func `visitors are heads of the person who ordered for them`() throws {
        let lines = [
            BillLine(1_000, of: anna), BillLine(800, of: anna, visitor: "Omar"),
            BillLine(200, of: anna, visitor: "Omar"), BillLine(1_000, of: ben),
        ]

        let bill = try bill(lines, [BillCharge(.delivery, .amount(600), by: .heads)])

        #expect(shares(bill) == [2_400, 1_200])
    }

    @Test func `tax on top is rounded once for each rate`() throws {
        let high = LineTax(percent(25), isIncluded: false)
        let low = LineTax(percent(10), isIncluded: false)
        let bill = try bill([
            BillLine(101, of: anna, tax: high), BillLine(101, of: ben, tax: high),
            BillLine(100, of: ben, tax: low),
        ])

        // 202 * 25 % = 50.5, not twice 25.25.
        #expect(bill.charges.dropFirst(3).map(\.amount) == [10, 51])
        #expect(bill.total == 363)
    }

    @Test func `a tax as the receipt states it replaces the calculated one`() throws {
        let tax = LineTax(percent(25), isIncluded: false)
        let bill = try bill(
            [BillLine(101, of: anna, tax: tax), BillLine(101, of: ben, tax: tax)],
            [BillCharge(.tax, .amount(50), by: .taxable(percent(25)))])

        #expect(bill.charges.filter { $0.kind == .tax }.map(\.amount) == [50])
        #expect(shares(bill) == [126, 126])
    }

    @Test func `tax within prices is shown and is no charge`() throws {
        let tax = LineTax(percent(14), isIncluded: true)
        let bill = try bill([BillLine(1_140, of: anna, tax: tax), BillLine(570, of: ben, tax: tax)])

        #expect(bill.total == 1_710)
        #expect(bill.includedTaxes.map(\.amount) == [210])
        #expect(bill.includedTaxes[0].shares.map(\.amount) == [140, 70])
    }

    @Test func `52: a discount can be on some lines or people, and at most what they come to`() throws {
        let lines = [BillLine(1_000, of: anna), BillLine(500, of: anna), BillLine(1_000, of: ben)]

        let onLine = try bill(
            lines, [BillCharge(.discount, .percentage(percent(50)), by: .value(.lines([1])))])
        let onBen = try bill(lines, [BillCharge(.discount, .amount(300), by: .value(.people([ben])))])

        #expect(shares(onLine) == [1_250, 1_000])
        #expect(shares(onBen) == [1_500, 700])
        #expect(throws: BillFault.discountTooLarge(charge: 0, most: 500)) {
            try bill(lines, [BillCharge(.discount, .amount(501), by: .value(.lines([1])))])
        }
        #expect(throws: BillFault.discountTooLarge(charge: 1, most: 0)) {
            let all = BillCharge(.discount, .percentage(percent(100)))
            _ = try bill(lines, [all, BillCharge(.discount, .amount(1))])
        }
    }

    @Test func `each person can name their own tip`() throws {
        let tips = [Sharer(anna, weight: 200), Sharer(ben, weight: 0), Sharer(carl, weight: 100)]
        let bill = try bill(
            [BillLine(1_000, of: anna), BillLine(1_000, of: ben)],
            [BillCharge(.tip, .amount(300), by: .named(tips), isOnReceipt: false)], receipt: 2_000)

        #expect(shares(bill) == [1_200, 1_000, 100])
        #expect(bill.receiptDifference == 0)
    }

    @Test func `51: a tip on a bill of nothing is shared by heads`() throws {
        let bill = try bill(
            [BillLine(0, of: anna), BillLine(0, of: ben)], [BillCharge(.tip, .amount(300))])

        #expect(shares(bill) == [150, 150])
    }

    @Test func `55: the receipt's total is compared, and a difference is charged if asked for`() throws {
        let lines = [BillLine(1_000, of: anna), BillLine(3_000, of: ben)]

        let compared = try bill(lines, receipt: 4_040)
        let charged = try bill(
            lines, [BillCharge(.difference, .receiptDifference, label: "coats")], receipt: 4_040)
        let lower = try bill(lines, [BillCharge(.difference, .receiptDifference)], receipt: 0)

        #expect(compared.receiptDifference == 40)
        #expect(compared.total == 4_000)
        #expect(shares(charged) == [1_010, 3_030])
        #expect(charged.receiptDifference == 0)
        #expect(shares(lower) == [0, 0])
        #expect(throws: BillFault.noReceiptTotal(charge: 0)) {
            try bill(lines, [BillCharge(.difference, .receiptDifference)])
        }
    }

    @Test func `rounding to coins is borne by who paid in cash`() throws {
        let bill = try bill(
            [BillLine(1_001, of: anna), BillLine(1_001, of: ben)],
            [BillCharge(.rounding, .cashStep(5), by: .named([Sharer(carl, weight: 1)]))], receipt: 2_002)

        #expect(bill.total == 2_000)
        #expect(shares(bill) == [1_001, 1_001, -2])
        #expect(bill.receiptDifference == 0)
    }

    @Test func `a treat moves a guest's whole share to the host`() throws {
        let bill = try bill(
            [BillLine(1_000, of: anna), BillLine(500, of: ben)], [BillCharge(.tip, .amount(151))],
            treats: [BillTreat(host: carl, guest: ben)])

        #expect(shares(bill) == [1_101, 0, 550])
        #expect(bill.total == 1_651)
        #expect(bill.charges.suffix(2).map(\.amount) == [-550, 550])
        #expect(throws: BillFault.invalidTreat(0)) {
            try self.bill([BillLine(1, of: anna)], treats: [BillTreat(host: anna, guest: anna)])
        }
    }

    @Test func `an empty bill is nothing`() throws {
        #expect(try bill([]).total == 0)
        #expect(throws: BillFault.noPeople) { try bill([], [BillCharge(.tip, .amount(1))]) }
    }

    @Test(arguments: [
        (BillLine(-1, of: anna), BillFault.negativeLine(0)),
        (BillLine(amount: 1, sharers: []), .invalidSharers(line: 0)),
        (BillLine(amount: 1, sharers: [Sharer(anna, weight: 0)]), .invalidSharers(line: 0)),
        (BillLine(amount: 1, sharers: [Sharer(anna, weight: -1)]), .invalidSharers(line: 0)),
        (
            BillLine(amount: 1, sharers: [Sharer(anna, weight: 1), Sharer(anna, weight: 1)]),
            .invalidSharers(line: 0)
        ),
        (BillLine(amount: 1, sharers: [Sharer(anna, weight: .max)]), .invalidSharers(line: 0)),
        (BillLine(1_000_000_000_000_001, of: anna), .tooLarge),
    ])
    func `an invalid line is a fault`(line: BillLine, fault: BillFault) {
        #expect(throws: fault) { try bill([line]) }
    }

    @Test(arguments: [
        (BillCharge(.tip, .amount(-1)), BillFault.invalidSize(charge: 0)),
        (BillCharge(.discount, .amount(-1)), .invalidSize(charge: 0)),
        (BillCharge(.tip, .receiptDifference), .invalidSize(charge: 0)),
        (BillCharge(.rounding, .cashStep(0)), .invalidSize(charge: 0)),
        (BillCharge(.items, .amount(1)), .invalidSize(charge: 0)),
        (BillCharge(.tip, .amount(1), by: .named([])), .invalidPeople(charge: 0)),
        (BillCharge(.tip, .amount(1), by: .value(.lines([7]))), .unknownScope(charge: 0)),
        (BillCharge(.tip, .amount(1), by: .value(.people([ben]))), .unknownScope(charge: 0)),
        (BillCharge(.difference, .amount(-101)), .negativeShare(charge: 0)),
        (BillCharge(.tip, .amount(1_000_000_000_000_000)), .tooLarge),
    ])
    func `an invalid charge is a fault`(charge: BillCharge, fault: BillFault) {
        #expect(throws: fault) { try bill([BillLine(100, of: anna)], [charge]) }
        #expect(!fault.description.isEmpty)
    }
}
