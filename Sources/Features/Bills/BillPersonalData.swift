package import NoonishAPI
import People
package import Postgres
package import Privacy

/// Exports and erases a person's shares, payments, transfers and payout methods.
///
/// Erasing a person deletes their payout methods and ends their open transfers: what others owe them is forgiven, and what
/// they owe is void. Shares, payments and postings keep the id, so that bills still sum.
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
                        'at', p.at, 'reversedAt', p.reversed_at
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

    package init() {}

    package func export(of person: PersonID, in transaction: Transaction) async throws -> [ExportFile] {
        try await transaction.restrictRowAccess(to: person)
        return try await exportFiles(of: person, in: transaction)
    }

    package func erase(_ person: PersonID, in transaction: Transaction) async throws {
        try await transaction.restrictRowAccess(to: person)
        for command in erasure(of: person) { try await transaction.execute(command) }
    }

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command("bills.erase_payout_methods", "DELETE FROM payout_method WHERE person_id = \(person)"),
            // An entry has the id of the transfer that it forgives, so that none is forgiven twice.
            Command(
                "bills.forgive_transfers_to_erased",
                """
                WITH forgiven AS (
                     UPDATE bill_transfer
                        SET state = 'void', ended_at = now(), remind_at = NULL
                      WHERE creditor_id = \(person) AND ended_at IS NULL
                  RETURNING outing_id, bill_id, id, debtor_id, creditor_id, amount_minor
                     ),
                     entry AS (
                     INSERT INTO ledger_entry (book, book_id, id, bill_id, kind, day)
                     SELECT 'group', f.outing_id, f.id, f.bill_id, 'forgiven', (now() AT TIME ZONE o.time_zone)::date
                       FROM forgiven AS f
                       JOIN outing AS o ON o.id = f.outing_id
                     )
                INSERT INTO ledger_posting (book, book_id, entry_id, number, account, person_id, amount_minor, currency)
                SELECT 'group', f.outing_id, f.id, side.number, 'person', side.person_id, side.amount_minor, b.currency
                  FROM forgiven AS f
                  JOIN bill AS b ON b.outing_id = f.outing_id AND b.id = f.bill_id
                 CROSS JOIN LATERAL (VALUES (1, f.debtor_id, -f.amount_minor), (2, f.creditor_id, f.amount_minor))
                    AS side (number, person_id, amount_minor)
                """),
            Command(
                "bills.end_transfers_of_erased",
                """
                UPDATE bill_transfer
                   SET state = 'void', ended_at = now(), remind_at = NULL
                 WHERE debtor_id = \(person) AND ended_at IS NULL
                """),
        ]
    }
}
