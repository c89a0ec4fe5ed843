import Access
import Foundation
import Money
import NoonishAPI
import Postgres

extension Command {
    static func insert(
        _ bill: BillID, for order: GroupOrderID?, in currency: Currency, of outing: OutingID
    ) -> Self {
        Command(
            "bills.insert_bill",
            """
            INSERT INTO bill (outing_id, id, order_id, currency)
            VALUES (\(outing), \(bill), \(order), \(currency.code))
            """)
    }

    static func moveVersion(of bill: BillID, to version: Int, of outing: OutingID) -> Self {
        Command(
            "bills.move_version",
            "UPDATE bill SET version = \(version) WHERE outing_id = \(outing) AND id = \(bill)")
    }

    static func insertVersion(
        _ version: Int, of bill: BillID, on outing: OutingID, _ content: StoredBill, by person: PersonID
    ) -> Self {
        Command(
            "bills.insert_version",
            """
            INSERT INTO bill_version (outing_id, bill_id, version, made_by, total_minor, receipt_total_minor, checksum)
            VALUES (\(outing), \(bill), \(version), \(person), \(Int(content.bill.total)),
                   \(content.receiptTotal.map(Int.init)), \(content.bill.checksum))
            """)
    }

    static func insertCharges(
        of content: StoredBill, version: Int, of bill: BillID, on outing: OutingID
    ) -> Self {
        let all = content.charges
        return Command(
            "bills.insert_charges",
            """
            INSERT INTO bill_charge (outing_id, bill_id, version, number, kind, basis, amount_minor, percent_ppm, step_minor,
                   before_discounts, on_receipt, treats, of_items, line_id, visitor, tax_ppm, tax_included,
                   label)
            SELECT \(outing), \(bill), \(version), number, kind, basis, amount, percent::int, step, is_before, is_on_receipt,
                   treats, items::int[], line, visitor, tax::int, tax_included, label
              FROM unnest(\(all.map(\.charge.number)), \(all.map(\.charge.kind.rawValue)),
                          \(all.map(\.charge.basis.rawValue)), \(all.map { Int($0.charge.amount) }),
                          \(all.map { $0.charge.percentage.map { Int($0.partsPerMillion) } }),
                          \(all.map { $0.step.map(Int.init) }), \(all.map { $0.draft?.isBeforeDiscounts ?? false }),
                          \(all.map { $0.draft?.isOnReceipt ?? true }), \(all.map(\.isTreat)), \(all.map(\.items)),
                          \(all.map { $0.orderLine?.uuid }), \(all.map { $0.line?.visitor }),
                          \(all.map { $0.line?.tax.map { Int($0.rate.partsPerMillion) } }),
                          \(all.map { $0.line?.tax?.isIncluded ?? true }), \(all.map(\.label)))
                AS given (number, kind, basis, amount, percent, step, is_before, is_on_receipt, treats, items, line, visitor,
                          tax, tax_included, label)
            """)
    }

    static func insertShares(
        of content: StoredBill, version: Int, of bill: BillID, on outing: OutingID
    ) -> Self {
        let all = content.charges.flatMap { record in
            record.charge.shares.enumerated().map { (record, position: $0 + 1, share: $1) }
        }
        return Command(
            "bills.insert_shares",
            """
            INSERT INTO bill_share (outing_id, bill_id, version, number, position, person_id, amount_minor, weight, fraction)
            SELECT \(outing), \(bill), \(version), number, position, person, amount, weight, fraction
              FROM unnest(\(all.map { $0.0.charge.number }), \(all.map(\.position)), \(all.map(\.share.person)),
                          \(all.map { Int($0.share.amount) }),
                          \(all.map { $0.0.weights[$0.share.person].map(Int.init) }),
                          \(all.map(\.share.fraction.rawValue)))
                AS given (number, position, person, amount, weight, fraction)
            """)
    }

    static func insert(
        _ payment: BillPaymentID, _ input: PaymentInput, isRefund: Bool, of bill: BillID, on outing: OutingID,
        by person: PersonID
    ) -> Self {
        Command(
            "bills.insert_payment",
            """
            INSERT INTO bill_payment (outing_id, bill_id, id, person_id, amount_minor, method, is_refund,
                                      recorded_by)
            VALUES (\(outing), \(bill), \(payment), \(input.person), \(Int(input.amount)), \(input.method.rawValue),
                   \(isRefund), \(person))
            """)
    }

    /// Records the tip that came from a payment.
    static func setTip(_ tip: Int, of payment: BillPaymentID, of bill: BillID, on outing: OutingID) -> Self {
        Command(
            "bills.set_payment_tip",
            """
            UPDATE bill_payment SET tip_minor = \(tip)
             WHERE outing_id = \(outing) AND bill_id = \(bill) AND id = \(payment)
            """)
    }

    static func reverse(
        _ payment: BillPaymentID, of bill: BillID, on outing: OutingID, by person: PersonID
    ) -> Self {
        Command(
            "bills.reverse_payment",
            """
            UPDATE bill_payment
               SET reversed_at = now(), reversed_by = \(person)
             WHERE outing_id = \(outing) AND bill_id = \(bill) AND id = \(payment)
            """)
    }

    static func setSettled(_ isSettled: Bool, _ bill: BillID, on outing: OutingID) -> Self {
        Command(
            "bills.set_settled",
            """
            UPDATE bill
               SET settled_at = CASE WHEN \(isSettled) THEN coalesce(settled_at, now()) END
             WHERE outing_id = \(outing) AND id = \(bill)
            """)
    }
}
