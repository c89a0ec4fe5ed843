import Access
import Foundation
import Money
import NoonishAPI
import Postgres

/// An entry of a bill's book. Postings above zero raise what a person owes, or what the place has received; they sum to zero.
struct LedgerEntry: Sendable {
    enum Kind: String, Sendable {
        case billed, paid, refunded, transferred, forgiven
    }

    struct Posting: Sendable {
        /// `nil` for the place.
        let person: PersonID?
        let amount: Int
    }

    let id: UUID
    let kind: Kind
    let postings: [Posting]

    init(_ id: UUID, _ kind: Kind, _ postings: [Posting]) {
        self.id = id
        self.kind = kind
        self.postings = postings.filter { $0.amount != 0 }
    }

    /// What everyone bears of a bill.
    static func billed(_ content: StoredBill) -> LedgerEntry {
        let shares = content.bill.shares.map { Posting(person: PersonID($0.person), amount: Int($0.amount)) }
        return LedgerEntry(
            .v7(), .billed, shares + [Posting(person: nil, amount: -Int(content.bill.total))])
    }

    static func paid(_ payment: BillPaymentID, _ amount: Int, by person: PersonID) -> LedgerEntry {
        LedgerEntry(
            payment.uuid, .paid,
            [Posting(person: nil, amount: amount), Posting(person: person, amount: -amount)])
    }

    static func refunded(_ payment: BillPaymentID, _ amount: Int, to person: PersonID) -> LedgerEntry {
        LedgerEntry(
            payment.uuid, .refunded,
            [Posting(person: nil, amount: -amount), Posting(person: person, amount: amount)])
    }

    /// A transfer that was received or forgiven. It has the transfer's id, so that none is entered twice.
    static func ended(_ transfer: BillTransferRow, as kind: Kind) -> LedgerEntry {
        LedgerEntry(
            transfer.id.uuid, kind,
            [
                Posting(person: transfer.debtor.id, amount: -transfer.amount),
                Posting(person: transfer.creditor.id, amount: transfer.amount),
            ])
    }
}

extension Command {
    /// Writes an entry with its postings.
    static func enter(
        _ entry: LedgerEntry, of bill: BillRow, by actor: PersonID?
    ) -> Self {
        Command(
            "bills.insert_entry",
            """
            WITH entry AS (
                 INSERT INTO ledger_entry (book, book_id, id, bill_id, kind, actor_id, day)
                 SELECT 'group', o.id, \(entry.id), \(bill.id), \(entry.kind.rawValue), \(actor),
                        (now() AT TIME ZONE o.time_zone)::date
                   FROM outing AS o
                  WHERE o.id = \(bill.outing)
                 )
            INSERT INTO ledger_posting (book, book_id, entry_id, number, account, person_id, amount_minor, currency)
            SELECT 'group', \(bill.outing), \(entry.id), given.number,
                   CASE WHEN given.person IS NULL THEN 'place' ELSE 'person' END, given.person, given.amount,
                   \(bill.currency)
              FROM unnest(\(entry.postings.map { $0.person?.uuid }), \(entry.postings.map(\.amount)))
                WITH ORDINALITY AS given (person, amount, number)
            """)
    }

    /// Writes the opposite of an entry.
    ///
    /// - Parameter entry: A payment's; `nil` for what the bill has entered last.
    static func reverse(_ entry: UUID?, of bill: BillRow, by actor: PersonID?) -> Self {
        let reversal = UUID.v7()
        return Command(
            "bills.reverse_entry",
            """
            WITH entry AS (
                 SELECT e.id
                   FROM ledger_entry AS e
                  WHERE e.book = 'group' AND e.book_id = \(bill.outing) AND e.bill_id = \(bill.id)
                    AND (e.id = \(entry) OR \(entry)::uuid IS NULL AND e.kind = 'billed')
                    AND NOT EXISTS (SELECT FROM ledger_entry AS r
                                     WHERE r.book = e.book AND r.book_id = e.book_id AND r.reverses_id = e.id)
                 ),
                 reversal AS (
                 INSERT INTO ledger_entry (book, book_id, id, bill_id, kind, actor_id, day, reverses_id)
                 SELECT 'group', o.id, \(reversal), \(bill.id), 'reversed', \(actor),
                        (now() AT TIME ZONE o.time_zone)::date, entry.id
                   FROM entry
                   JOIN outing AS o ON o.id = \(bill.outing)
                 )
            INSERT INTO ledger_posting (book, book_id, entry_id, number, account, person_id, amount_minor, currency)
            SELECT p.book, p.book_id, \(reversal), p.number, p.account, p.person_id, -p.amount_minor, p.currency
              FROM entry
              JOIN ledger_posting AS p ON p.book = 'group' AND p.book_id = \(bill.outing) AND p.entry_id = entry.id
            """)
    }
}
