import Access
import Journal
import NoonishAPI
import Outings
import Postgres
import Privacy
import TestSupport
import Testing

@testable import Bills

/// What the export and the erasure of a person do to bills that others share.
@Suite struct BillOwnDataTests {
    private let outing = OutingID.make()
    private let bill = OutingID.make()
    private let tea = OutingID.make()

    /// Leila paid 9.50, which Tom owes her. Of another bill, Leila owes Mei 1.00.
    private func insertBill(of cast: Cast, into database: PostgresClient) async throws {
        let (leila, tom, mei) = (cast.leila.id, cast.tom.id, cast.mei.id)
        try await database.run(
            script: """
                INSERT INTO outing (id, host_id, title, time_zone) VALUES ('\(outing)', '\(leila)', 'Lunch', 'UTC');
                INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at)
                VALUES ('\(outing)', '\(leila)', gen_random_uuid(), 'host', 'attending', now());
                INSERT INTO bill (outing_id, id, currency)
                VALUES ('\(outing)', '\(bill)', 'EUR'), ('\(outing)', '\(tea)', 'EUR');
                INSERT INTO bill_version (outing_id, bill_id, version, total_minor, checksum)
                VALUES ('\(outing)', '\(bill)', 1, 950, sha256('bill')), ('\(outing)', '\(tea)', 1, 100, sha256('tea'));
                INSERT INTO bill_charge (outing_id, bill_id, version, number, kind, basis, amount_minor)
                VALUES ('\(outing)', '\(bill)', 1, 1, 'tip', 'heads', 950), ('\(outing)', '\(tea)', 1, 1, 'tip', 'heads', 100);
                INSERT INTO bill_share (outing_id, bill_id, version, number, position, person_id, amount_minor)
                VALUES ('\(outing)', '\(bill)', 1, 1, 1, '\(tom)', 950), ('\(outing)', '\(tea)', 1, 1, 1, '\(leila)', 100);
                INSERT INTO ledger_entry (book, book_id, id, bill_id, kind, day)
                VALUES ('group', '\(outing)', '\(bill)', '\(bill)', 'billed', '2027-03-11'),
                       ('group', '\(outing)', '\(tea)', '\(tea)', 'billed', '2027-03-11');
                INSERT INTO ledger_posting (book, book_id, entry_id, number, account, person_id, amount_minor, currency)
                VALUES ('group', '\(outing)', '\(bill)', 1, 'person', '\(tom)', 950, 'EUR'),
                       ('group', '\(outing)', '\(bill)', 2, 'person', '\(leila)', -950, 'EUR'),
                       ('group', '\(outing)', '\(tea)', 1, 'person', '\(leila)', 100, 'EUR'),
                       ('group', '\(outing)', '\(tea)', 2, 'person', '\(mei)', -100, 'EUR');
                INSERT INTO bill_transfer (outing_id, bill_id, id, version, debtor_id, creditor_id, amount_minor, code,
                                           remind_at)
                VALUES ('\(outing)', '\(bill)', '\(PersonID.make())', 1, '\(tom)', '\(leila)', 950, 'K7QX', now()),
                       ('\(outing)', '\(tea)', '\(PersonID.make())', 1, '\(leila)', '\(mei)', 100, 'K7QY', now());
                INSERT INTO payout_method (person_id, kind, sealed, masked)
                VALUES ('\(leila)', 'account', 'sealed', 'FI 0785'), ('\(mei)', 'upi', 'sealed', 'm@bank');
                """)
    }

    @Test
    func `37: erasing a person forgives their debtors, ends their reminders and deletes their accounts`()
        async throws
    {
        try await withDatabase { database in
            let cast = try await Cast(in: database)
            try await insertBill(of: cast, into: database)

            for _ in 1...2 {
                try await database.transaction { transaction in
                    try await BillPersonalData(record: OutingRecord(committed: { _ in })).erase(
                        cast.leila.id, in: transaction)
                }
            }

            let transfers = "SELECT state, remind_at IS NULL FROM bill_transfer ORDER BY code"
            #expect(try await database.run(script: transfers) == [["void", "t"], ["asked", "t"]])
            let forgiven = """
                SELECT p.person_id, p.amount_minor
                  FROM ledger_entry AS e
                  JOIN ledger_posting AS p ON p.book = e.book AND p.book_id = e.book_id AND p.entry_id = e.id
                 WHERE e.kind = 'forgiven'
                 ORDER BY p.amount_minor
                """
            #expect(
                try await database.run(script: forgiven)
                    == [[cast.tom.id.description, "-950"], [cast.leila.id.description, "950"]])
            #expect(try await database.run(script: "SELECT kind FROM payout_method") == [["upi"]])
            #expect(
                try await database.run(script: "SELECT amount_minor FROM bill_share ORDER BY 1") == [
                    ["100"], ["950"],
                ])
            #expect(try await brokenChecks(in: database, ["bills", "ledger"]) == [])
        }
    }

    @Test func `an export has a person's own part, and their accounts masked`() async throws {
        try await withDatabase { database in
            let cast = try await Cast(in: database)
            try await insertBill(of: cast, into: database)

            let files = try await database.transaction { transaction in
                try await BillPersonalData(record: OutingRecord(committed: { _ in })).export(
                    of: cast.leila.id, in: transaction)
            }

            let texts = files.map { String(decoding: $0.bytes, as: UTF8.self) }
            #expect(files.map(\.name) == ["bills.json", "payouts.json"])
            #expect(texts[0].contains("K7QX") && texts[0].contains("K7QY"))
            #expect(texts[1].contains("FI 0785") && !texts[1].contains("m@bank"))
            #expect(!texts[1].contains("sealed"))
        }
    }
}
