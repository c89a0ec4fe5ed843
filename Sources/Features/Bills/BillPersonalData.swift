package import NoonishAPI
package import Outings
import People
package import Postgres
package import Privacy

/// Exports and erases a person's shares, payments, transfers and payout methods.
///
/// Erasing a person deletes their payout methods and ends their open transfers: what others owe them is forgiven, and what
/// they owe is no longer asked for. Shares, payments and postings keep the id, so that bills still sum.
package struct BillPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        // A person's own shares of the newest bills. Amounts are in minor units of the currency.
        PersonalFile(
            "bills.json", "bills.export_bills",
            .object([
                "shares": .list(
                    of: """
                        'outing', s.outing_id, 'bill', s.bill_id, 'version', s.version,
                        'currency', b.currency, 'kind', c.kind, 'label', c.label,
                        'amountMinor', s.amount_minor
                        """,
                    orderedBy: "s.bill_id, s.number, s.position",
                    """
                    FROM bill_share AS s
                    JOIN bill_charge AS c
                      ON c.outing_id = s.outing_id AND c.bill_id = s.bill_id
                     AND c.version = s.version AND c.number = s.number
                    JOIN bill AS b ON b.outing_id = s.outing_id AND b.id = s.bill_id
                    WHERE s.person_id = own.id AND s.version = b.version
                    """),
                "payments": .list(
                    of: """
                        'outing', p.outing_id, 'bill', p.bill_id, 'currency', b.currency,
                        'amountMinor', p.amount_minor, 'method', p.method, 'refund', p.is_refund,
                        'tipMinor', p.tip_minor, 'at', p.at, 'reversedAt', p.reversed_at
                        """,
                    orderedBy: "p.id",
                    """
                    FROM bill_payment AS p
                    JOIN bill AS b ON b.outing_id = p.outing_id AND b.id = p.bill_id
                    WHERE p.person_id = own.id
                    """),
                "transfers": .list(
                    of: """
                        'outing', t.outing_id, 'bill', t.bill_id, 'currency', b.currency,
                        'direction', CASE t.debtor_id WHEN own.id THEN 'from me' ELSE 'to me' END,
                        'amountMinor', t.amount_minor, 'code', t.code, 'state', t.state,
                        'at', t.created_at, 'sentAt', t.sent_at, 'endedAt', t.ended_at
                        """,
                    orderedBy: "t.id",
                    """
                    FROM bill_transfer AS t
                    JOIN bill AS b ON b.outing_id = t.outing_id AND b.id = t.bill_id
                    WHERE own.id IN (t.debtor_id, t.creditor_id)
                    """),
            ])),
        PersonalFile(
            "payouts.json", "bills.export_payout_methods",
            .list(
                of: "'kind', m.kind, 'value', m.masked, 'updatedAt', m.updated_at", orderedBy: "m.kind",
                "FROM payout_method AS m WHERE m.person_id = own.id")),
    ]

    private let edits: BillEdits

    package init(record: OutingRecord) { edits = BillEdits(record: record) }

    package func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        try await transaction.restrictRowAccess(to: person)
        return try await exportFiles(of: person, in: transaction)
    }

    package func erase(_ person: PersonID, in transaction: Transaction) async throws {
        try await transaction.restrictRowAccess(to: person)
        for command in erasure(of: person) { try await transaction.execute(command) }
        try await edits.endTransfers(of: person, in: transaction)
    }

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command("bills.erase_payout_methods", "DELETE FROM payout_method WHERE person_id = \(person)")
        ]
    }
}
