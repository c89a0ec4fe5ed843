import Access
import Foundation
public import NoonishAPI
public import Postgres

/// A version of a bill. In its columns, `b` is the bill, `v` the version, `maker` the person who made it.
@Row
struct BillRow: TableRow {
    @Column("b.outing_id") let outing: OutingID
    @Column("b.id") let id: BillID
    @Column("b.order_id") let order: GroupOrderID?
    @Column("b.currency") let currency: String
    /// The newest version.
    @Column("b.version") let newest: Int
    @Column("b.settled_at") let settledAt: Date?
    /// When everything but its sums was deleted; `nil` before.
    @Column("b.reduced_at") let reducedAt: Date?
    @Column("v.version") let version: Int
    @Column("maker.id", "maker.name") let madeBy: Person?
    @Column("v.at") let at: Date
    @Column("v.total_minor") let total: Int
    @Column("v.receipt_total_minor") let receiptTotal: Int?
    @Column("v.checksum") let checksum: [UInt8]

    static let tables: SQL = """
        bill AS b
          JOIN bill_version AS v ON v.outing_id = b.outing_id AND v.bill_id = b.id
          LEFT JOIN person AS maker ON maker.id = v.made_by
        """
}

/// A row of `bill_charge`, `c` in its columns.
@Row
struct BillChargeRow: TableRow {
    @Column("c.bill_id") let bill: BillID
    @Column("c.number") let number: Int
    @Column("c.kind") let kind: String
    @Column("c.basis") let basis: String
    @Column("c.amount_minor") let amount: Int
    @Column("c.percent_ppm") let percent: Int?
    @Column("c.step_minor") let step: Int?
    @Column("c.before_discounts") let isBeforeDiscounts: Bool
    @Column("c.on_receipt") let isOnReceipt: Bool
    @Column("c.treats") let isTreat: Bool
    @Column("c.of_items") let items: [Int]?
    @Column("c.line_id") let orderLine: OrderLineID?
    @Column("c.visitor") let visitor: String?
    @Column("c.tax_ppm") let tax: Int?
    @Column("c.tax_included") let isTaxIncluded: Bool
    @Column("c.label") let label: String?

    static let tables: SQL = "bill_charge AS c"
}

/// A row of `bill_share`, `s` in its columns, with the person `p`.
@Row
struct BillShareRow: TableRow {
    @Column("s.bill_id") let bill: BillID
    @Column("s.number") let number: Int
    @Column("p.id", "p.name") let person: Person
    @Column("s.amount_minor") let amount: Int
    @Column("s.weight") let weight: Int?
    @Column("s.fraction") let fraction: String

    static let tables: SQL = "bill_share AS s JOIN person AS p ON p.id = s.person_id"
}

/// A row of `bill_payment`, `y` in its columns, with the person `p`.
@Row
struct BillPaymentRow: TableRow {
    @Column("y.bill_id") let bill: BillID
    @Column("y.id") let id: BillPaymentID
    @Column("p.id", "p.name") let person: Person
    @Column("y.amount_minor") let amount: Int
    /// The part above the bill that became a tip; `nil` for none.
    @Column("y.tip_minor") let tip: Int?
    @Column("y.method") let method: BillPayment.Method
    /// Whether the place paid it back to the person.
    @Column("y.is_refund") let isRefund: Bool
    @Column("y.at") let at: Date
    @Column("y.reversed_at") let reversedAt: Date?

    static let tables: SQL = "bill_payment AS y JOIN person AS p ON p.id = y.person_id"
}

/// A row of `bill_transfer`, `t` in its columns, with the debtor `d` and the creditor `c`.
@Row
struct BillTransferRow: TableRow {
    @Column("t.bill_id") let bill: BillID
    @Column("t.id") let id: BillTransferID
    @Column("d.id", "d.name") let debtor: Person
    @Column("c.id", "c.name") let creditor: Person
    @Column("t.amount_minor") let amount: Int
    @Column("t.code") let code: String
    @Column("t.state") let state: BillTransfer.State
    @Column("t.created_at") let at: Date
    @Column("t.sent_at") let sentAt: Date?
    @Column("t.ended_at") let endedAt: Date?

    static let tables: SQL = """
        bill_transfer AS t
          JOIN person AS d ON d.id = t.debtor_id
          JOIN person AS c ON c.id = t.creditor_id
        """
}

/// What a person owes by the ledger of a bill; negative if others owe them.
@Row
struct LedgerBalanceRow: PostgresRow {
    let bill: BillID
    /// `nil` for the account of the place: what it has been paid, minus the total.
    let person: Person?
    /// Whether the person was erased, or is being erased.
    let isErased: Bool
    let amount: Int
}

extension BillPaymentRow {
    /// What the payment adds to what its person paid; 0 if it was taken back.
    var effect: Int { reversedAt != nil ? 0 : isRefund ? -amount : amount }
}

extension BillPayment.Method: PostgresDecodable {}
extension BillTransfer.State: PostgresDecodable {}
extension PayoutMethodSummary.Kind: PostgresDecodable {}
