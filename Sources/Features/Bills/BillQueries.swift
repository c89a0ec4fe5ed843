import Access
import Foundation
import NoonishAPI
import Postgres

extension Query where Row == BillRow {
    /// Returns the newest versions of an outing's bills, in the order in which they were created.
    static func bills(of outing: OutingID) -> Self {
        .select(
            "bills.list_bills", "WHERE b.outing_id = \(outing) AND v.version = b.version ORDER BY b.id")
    }

    /// - Parameter version: `nil` for the newest.
    static func bill(_ id: BillID, of outing: OutingID, version: Int? = nil) -> Self {
        .select(
            "bills.read_bill",
            "WHERE b.outing_id = \(outing) AND b.id = \(id) AND v.version = coalesce(\(version), b.version)")
    }
}

extension Query where Row == BillChargeRow {
    static func charges(of bill: BillRow) -> Self {
        .select(
            "bills.list_charges",
            """
             WHERE c.outing_id = \(bill.outing) AND c.bill_id = \(bill.id) AND c.version = \(bill.version)
             ORDER BY c.number
            """)
    }
}

extension Query where Row == BillShareRow {
    static func shares(of bill: BillRow) -> Self {
        .select(
            "bills.list_shares",
            """
             WHERE s.outing_id = \(bill.outing) AND s.bill_id = \(bill.id) AND s.version = \(bill.version)
             ORDER BY s.number, s.position
            """)
    }
}

extension Query where Row == BillPaymentRow {
    static func payments(of bill: BillID, on outing: OutingID) -> Self {
        .select(
            "bills.list_payments", "WHERE y.outing_id = \(outing) AND y.bill_id = \(bill) ORDER BY y.id")
    }
}

extension Query where Row == BillTransferRow {
    /// Returns the transfers of a bill, without those that were asked for and withdrawn.
    static func transfers(of bill: BillID, on outing: OutingID) -> Self {
        .select(
            "bills.list_transfers",
            "WHERE t.outing_id = \(outing) AND t.bill_id = \(bill) AND t.state <> 'void' ORDER BY t.id")
    }

    static func transfer(_ id: BillTransferID, of bill: BillID, on outing: OutingID) -> Self {
        .select(
            "bills.read_transfer", "WHERE t.outing_id = \(outing) AND t.bill_id = \(bill) AND t.id = \(id)")
    }
}

extension Query where Row == LedgerBalanceRow {
    /// Returns what each person of a bill owes by its book, and the account of the place.
    ///
    /// - Parameter erased: A person who is being erased.
    static func balances(of bill: BillID, on outing: OutingID, without erased: PersonID? = nil) -> Self {
        Query(
            "bills.list_balances",
            """
            SELECT e.bill_id, person.id, person.name,
                   coalesce(person.kind = 'erased' OR person.id = \(erased), false), sum(p.amount_minor)::bigint
              FROM ledger_entry AS e
              JOIN ledger_posting AS p ON p.book = e.book AND p.book_id = e.book_id AND p.entry_id = e.id
              LEFT JOIN person ON person.id = p.person_id
             WHERE e.outing_id = \(outing) AND e.bill_id = \(bill)
             GROUP BY e.bill_id, person.id, person.name, person.kind
             ORDER BY lower(person.name), person.id
            """)
    }
}

/// What a person has to do with a bill.
@Row
struct BillInvolvement: PostgresRow {
    /// Whether they made one of its versions or paid, so that they may edit it.
    let isEditor: Bool
    /// Whether they have a share or a transfer.
    let isConcerned: Bool
}

extension Query where Row == BillInvolvement {
    static func involvement(of person: PersonID, in bill: BillID, on outing: OutingID) -> Self {
        Query(
            "bills.read_involvement",
            """
            SELECT EXISTS (SELECT FROM bill_version AS v
                            WHERE v.outing_id = \(outing) AND v.bill_id = \(bill) AND v.made_by = \(person))
                   OR EXISTS (SELECT FROM bill_payment AS y
                               WHERE y.outing_id = \(outing) AND y.bill_id = \(bill) AND y.person_id = \(person)
                                 AND y.reversed_at IS NULL),
                   EXISTS (SELECT FROM bill_share AS s
                            WHERE s.outing_id = \(outing) AND s.bill_id = \(bill) AND s.person_id = \(person))
                   OR EXISTS (SELECT FROM bill_transfer AS t
                               WHERE t.outing_id = \(outing) AND t.bill_id = \(bill)
                                 AND \(person) IN (t.debtor_id, t.creditor_id))
            """)
    }
}

extension Query where Row == Person {
    static func names(of people: [PersonID]) -> Self {
        Query("bills.read_names", "SELECT p.id, p.name FROM person AS p WHERE p.id = ANY (\(people))") {
            row throws(PostgresError) in Person(id: try row.next(), name: try row.next())
        }
    }
}

extension Query where Row == PersonID {
    /// Returns those of `people` who are on the list.
    static func attendees(of outing: OutingID, among people: [PersonID]) -> Self {
        Query(
            "bills.list_known_people",
            "SELECT a.person_id FROM attendance AS a WHERE a.outing_id = \(outing) AND a.person_id = ANY (\(people))"
        ) { row throws(PostgresError) in try row.next() }
    }

    /// Returns the people who attend.
    static func eaters(of outing: OutingID) -> Self {
        Query(
            "bills.list_eaters",
            "SELECT a.person_id FROM attendance AS a WHERE a.outing_id = \(outing) AND a.status = 'attending'"
        ) { row throws(PostgresError) in try row.next() }
    }
}
