import Postgres
import TestSupport

/// Two friends, their outing and its open order, as rows. Scripts name them by words in capitals.
enum StorageScene {
    static let names = [
        "LEILA": "00000000-0000-4000-8000-000000000001", "BEN": "00000000-0000-4000-8000-000000000002",
        "OUTING": "10000000-0000-4000-8000-000000000001", "ORDER": "20000000-0000-4000-8000-000000000001",
        "BILL": "50000000-0000-4000-8000-000000000001", "DRINKS": "50000000-0000-4000-8000-000000000002",
        "SECOND": "20000000-0000-4000-8000-000000000002", "RICE": "30000000-0000-4000-8000-000000000001",
        "TEA": "30000000-0000-4000-8000-000000000002", "ENTRY": "40000000-0000-4000-8000-000000000001",
        "OTHER": "40000000-0000-4000-8000-000000000002",
    ]

    static let rows = """
        INSERT INTO person (id, kind, name) VALUES ('LEILA', 'member', 'Leila'), ('BEN', 'member', 'Ben');
        INSERT INTO outing (id, host_id, title, time_zone) VALUES ('OUTING', 'LEILA', 'Lunch', 'Europe/Helsinki');
        INSERT INTO attendance (outing_id, person_id, id, role, status, responded_at) VALUES
            ('OUTING', 'LEILA', gen_random_uuid(), 'host', 'attending', now()),
            ('OUTING', 'BEN', gen_random_uuid(), 'invitee', 'attending', now());
        INSERT INTO group_order (outing_id, id, coordinator_id, place_name, currency, fulfilment, time_zone)
        VALUES ('OUTING', 'ORDER', 'LEILA', 'The corner', 'EUR', 'pick_up', 'Europe/Helsinki');
        INSERT INTO order_line (outing_id, order_id, id, person_id, content, name, quantity, unit_minor)
        VALUES ('OUTING', 'ORDER', 'RICE', 'LEILA', 'rice', 'Rice', 1, 950);
        """

    /// A bill of the only line, which both share.
    static let bill = """
        INSERT INTO bill (outing_id, id, order_id, currency) VALUES ('OUTING', 'BILL', 'ORDER', 'EUR');
        INSERT INTO bill_version (outing_id, bill_id, version, total_minor, checksum)
        VALUES ('OUTING', 'BILL', 1, 950, sha256('bill'));
        INSERT INTO bill_charge (outing_id, bill_id, version, number, kind, basis, amount_minor, line_id)
        VALUES ('OUTING', 'BILL', 1, 1, 'items', 'own', 950, 'RICE');
        INSERT INTO bill_share (outing_id, bill_id, version, number, position, person_id, amount_minor)
        VALUES ('OUTING', 'BILL', 1, 1, 1, 'LEILA', 475), ('OUTING', 'BILL', 1, 1, 2, 'BEN', 475);
        """

    /// An entry that balances.
    static let entry = """
        INSERT INTO ledger_entry (book, book_id, id, bill_id, kind, day)
        VALUES ('group', 'OUTING', 'ENTRY', 'BILL', 'billed', current_date);
        INSERT INTO ledger_posting (book, book_id, entry_id, number, account, person_id, amount_minor, currency)
        VALUES ('group', 'OUTING', 'ENTRY', 1, 'person', 'BEN', 950, 'EUR'),
               ('group', 'OUTING', 'ENTRY', 2, 'place', NULL, -950, 'EUR');
        """

    static func script(_ text: String) -> String {
        names.reduce(text) { $0.replacing("'\($1.key)'", with: "'\($1.value)'") }
    }
}

extension PostgresClient {
    func rows(_ script: String) async throws -> [[String?]] {
        try await run(script: StorageScene.script(script))
    }

    /// The constraint that refuses a script, or its SQLSTATE.
    func refusal(of script: String) async throws -> String? {
        do {
            _ = try await rows(script)
            return nil
        } catch {
            return (error as? PostgresError).flatMap { $0.constraint ?? $0.sqlState }
        }
    }
}
