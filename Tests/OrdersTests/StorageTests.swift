import Postgres
import TestSupport
import Testing

/// What the database itself guarantees of orders, bills and the ledger.
struct StorageTests {
    struct Refusal: Sendable {
        let constraint: String
        let script: String

        init(_ constraint: String, _ script: String) {
            self.constraint = constraint
            self.script = script
        }
    }

    /// Each script runs after an order, its bill and an entry of the ledger.
    static let refusals = [
        Refusal(
            "group_order_one_alive",
            """
            INSERT INTO group_order (outing_id, id, coordinator_id, place_name, currency, fulfilment, time_zone)
            VALUES ('OUTING', 'SECOND', 'LEILA', 'The corner', 'EUR', 'pick_up', 'Europe/Helsinki')
            """),
        Refusal("group_order_locked_dated", "UPDATE group_order SET state = 'locked'"),
        Refusal("group_order_placed_dated", "UPDATE group_order SET state = 'placed', locked_at = now()"),
        Refusal("group_order_cancelled_dated", "UPDATE group_order SET state = 'cancelled'"),
        Refusal("group_order_settled_is_closed", "UPDATE group_order SET settled_at = now()"),
        Refusal("group_order_currency_code", "UPDATE group_order SET currency = 'eur'"),
        Refusal("group_order_closes_whole", "UPDATE group_order SET closes_at = now()"),
        Refusal("order_line_quantity_sensible", "UPDATE order_line SET quantity = 0"),
        Refusal("order_line_quantity_sensible", "UPDATE order_line SET quantity = 100"),
        Refusal("order_line_price_sensible", "UPDATE order_line SET unit_minor = -1"),
        Refusal("order_line_tax_on_top_has_rate", "UPDATE order_line SET tax_included = false"),
        Refusal("order_line_struck_whole", "UPDATE order_line SET struck_why = 'left'"),
        Refusal(
            "order_line_once",
            """
            INSERT INTO order_line (outing_id, order_id, id, person_id, content, name, quantity, unit_minor)
            VALUES ('OUTING', 'ORDER', 'TEA', 'LEILA', 'rice', 'Rice', 1, 950)
            """),
        Refusal(
            "order_event_line_named",
            "INSERT INTO order_event (outing_id, order_id, rev, kind) VALUES ('OUTING', 'ORDER', 1, 'line_added')"
        ),
        Refusal(
            "stock_not_oversold",
            """
            INSERT INTO restaurant_source (id, name, licence, attribution, url)
            VALUES ('town', 'The town', 'CC0', 'The town', 'https://town.example');
            INSERT INTO restaurant (id, source, source_id, name, kind, latitude, longitude, time_zone)
            VALUES ('RICE', 'town', '1', 'The corner', 'restaurant', 60, 24, 'Europe/Helsinki');
            INSERT INTO stock (restaurant_id, item_key, counted, held, sold) VALUES ('RICE', 'rice', 3, 2, 2)
            """),
        Refusal(
            "bill_sums_to_total",
            """
            INSERT INTO bill_version (outing_id, bill_id, version, total_minor, checksum)
            VALUES ('OUTING', 'BILL', 2, 1, sha256('bill'))
            """),
        Refusal(
            "bill_sums_to_total",
            """
            INSERT INTO bill_charge (outing_id, bill_id, version, number, kind, basis, amount_minor)
            VALUES ('OUTING', 'BILL', 1, 2, 'tip', 'heads', 100);
            INSERT INTO bill_share (outing_id, bill_id, version, number, position, person_id, amount_minor)
            VALUES ('OUTING', 'BILL', 1, 2, 1, 'BEN', 100)
            """),
        Refusal(
            "bill_share_sums_to_charge",
            """
            INSERT INTO bill_share (outing_id, bill_id, version, number, position, person_id, amount_minor)
            VALUES ('OUTING', 'BILL', 1, 1, 3, 'BEN', 1)
            """),
        Refusal(
            "bill_share_sums_to_charge",
            """
            INSERT INTO bill_version (outing_id, bill_id, version, total_minor, checksum)
            VALUES ('OUTING', 'BILL', 2, 100, sha256('bill'));
            INSERT INTO bill_charge (outing_id, bill_id, version, number, kind, basis, amount_minor)
            VALUES ('OUTING', 'BILL', 2, 1, 'tip', 'heads', 100)
            """),
        Refusal(
            "bill_charge_sign",
            """
            INSERT INTO bill_charge (outing_id, bill_id, version, number, kind, basis, amount_minor)
            VALUES ('OUTING', 'BILL', 1, 2, 'discount', 'value', 100)
            """),
        Refusal(
            "bill_payment_amount_sensible",
            """
            INSERT INTO bill_payment (outing_id, bill_id, id, person_id, amount_minor, method)
            VALUES ('OUTING', 'BILL', 'ENTRY', 'BEN', 0, 'cash')
            """),
        Refusal(
            "bill_transfer_between_two",
            """
            INSERT INTO bill_transfer (outing_id, bill_id, id, version, debtor_id, creditor_id, amount_minor, code)
            VALUES ('OUTING', 'BILL', 'ENTRY', 1, 'BEN', 'BEN', 475, 'K7QX')
            """),
        Refusal(
            "bill_transfer_ended_dated",
            """
            INSERT INTO bill_transfer (outing_id, bill_id, id, version, debtor_id, creditor_id, amount_minor, code, state)
            VALUES ('OUTING', 'BILL', 'ENTRY', 1, 'BEN', 'LEILA', 475, 'K7QX', 'received')
            """),
        Refusal(
            "ledger_entry_balances",
            """
            INSERT INTO ledger_entry (book, book_id, id, bill_id, kind, day)
            VALUES ('group', 'OUTING', 'OTHER', 'BILL', 'paid', current_date)
            """),
        Refusal(
            "ledger_entry_balances",
            """
            INSERT INTO ledger_entry (book, book_id, id, bill_id, kind, day)
            VALUES ('group', 'OUTING', 'OTHER', 'BILL', 'paid', current_date);
            INSERT INTO ledger_posting (book, book_id, entry_id, number, account, person_id, amount_minor, currency)
            VALUES ('group', 'OUTING', 'OTHER', 1, 'person', 'BEN', -950, 'EUR'),
                   ('group', 'OUTING', 'OTHER', 2, 'place', NULL, 949, 'EUR')
            """),
        Refusal(
            "ledger_entry_balances",
            """
            INSERT INTO ledger_entry (book, book_id, id, bill_id, kind, day)
            VALUES ('group', 'OUTING', 'OTHER', 'BILL', 'paid', current_date);
            INSERT INTO ledger_posting (book, book_id, entry_id, number, account, person_id, amount_minor, currency)
            VALUES ('group', 'OUTING', 'OTHER', 1, 'person', 'BEN', -950, 'EUR'),
                   ('group', 'OUTING', 'OTHER', 2, 'place', NULL, 950, 'SEK')
            """),
        Refusal(
            "ledger_entry_balances",
            """
            INSERT INTO ledger_posting (book, book_id, entry_id, number, account, person_id, amount_minor, currency)
            VALUES ('group', 'OUTING', 'ENTRY', 3, 'person', 'LEILA', 1, 'EUR')
            """),
        Refusal(
            "ledger_posting_person_account",
            """
            INSERT INTO ledger_posting (book, book_id, entry_id, number, account, amount_minor, currency)
            VALUES ('group', 'OUTING', 'ENTRY', 3, 'person', 1, 'EUR')
            """),
        Refusal(
            "ledger_entry_reverses_whole",
            """
            INSERT INTO ledger_entry (book, book_id, id, bill_id, kind, day)
            VALUES ('group', 'OUTING', 'OTHER', 'BILL', 'reversed', current_date)
            """),
    ]

    @Test func `an order, its bill and its ledger are stored, and sound`() async throws {
        try await withDatabase { database in
            _ = try await database.rows(StorageScene.rows)
            _ = try await database.rows(StorageScene.bill)
            _ = try await database.rows(StorageScene.entry)

            #expect(try await brokenChecks(in: database, ["orders", "bills", "ledger"]) == [])
        }
    }

    @Test func `a bill needs no order`() async throws {
        try await withDatabase { database in
            _ = try await database.rows(StorageScene.rows)
            _ = try await database.rows(
                """
                INSERT INTO bill (outing_id, id, currency) VALUES ('OUTING', 'DRINKS', 'EUR');
                INSERT INTO bill_version (outing_id, bill_id, version, total_minor, checksum)
                VALUES ('OUTING', 'DRINKS', 1, 700, sha256('bill'));
                INSERT INTO bill_charge (outing_id, bill_id, version, number, kind, basis, amount_minor, label)
                VALUES ('OUTING', 'DRINKS', 1, 1, 'items', 'own', 700, 'Two beers');
                INSERT INTO bill_share (outing_id, bill_id, version, number, position, person_id, amount_minor, weight)
                VALUES ('OUTING', 'DRINKS', 1, 1, 1, 'BEN', 700, 1);
                """)

            #expect(try await brokenChecks(in: database, ["orders", "bills", "ledger"]) == [])
        }
    }

    @Test func `what breaks a rule is refused by its name`() async throws {
        try await withDatabase { database in
            for script in [StorageScene.rows, StorageScene.bill, StorageScene.entry] {
                _ = try await database.rows(script)
            }
            for refusal in Self.refusals {
                #expect(
                    try await database.refusal(of: refusal.script) == refusal.constraint, "\(refusal.script)")
            }
        }
    }

    /// 42501 is "insufficient privilege".
    @Test(
        arguments: ["noonish_app", "noonish_worker"],
        [
            "DELETE FROM group_order", "DELETE FROM order_line", "UPDATE order_event SET kind = 'opened'",
            "DELETE FROM order_event", "UPDATE bill_version SET total_minor = 0", "DELETE FROM bill",
            "DELETE FROM bill_version",
            "UPDATE bill_charge SET amount_minor = 0", "UPDATE bill_share SET amount_minor = 0",
            "DELETE FROM bill_share", "DELETE FROM bill_payment", "DELETE FROM bill_transfer",
            "UPDATE ledger_entry SET kind = 'paid'", "DELETE FROM ledger_entry",
            "UPDATE ledger_posting SET amount_minor = 1", "DELETE FROM ledger_posting",
            "TRUNCATE ledger_posting",
        ])
    func `nobody who serves rewrites what has happened`(role: String, script: String) async throws {
        try await withDatabase(role: role) { database in
            let refusal = try await database.refusal(of: script)

            #expect(refusal == "42501")
        }
    }

    @Test func `people see their own payout methods, and the debtor of an open transfer the creditor's`()
        async throws
    {
        try await withDatabase(role: "noonish_app") { database in
            _ = try await database.rows(StorageScene.rows)
            _ = try await database.rows(StorageScene.bill)
            _ = try await database.rows(
                """
                SELECT set_config('noonish.person', 'LEILA', true);
                INSERT INTO payout_method (person_id, kind, sealed, masked) VALUES ('LEILA', 'account', 'x', 'FI');
                INSERT INTO bill_transfer (outing_id, bill_id, id, version, debtor_id, creditor_id, amount_minor, code)
                VALUES ('OUTING', 'BILL', 'ENTRY', 1, 'BEN', 'LEILA', 475, 'K7QX');
                """)
            let all = "SELECT kind FROM payout_method"
            func ask(_ reader: String) -> String {
                "SELECT kind FROM payout_methods_of('OUTING', 'BILL', 'ENTRY', '\(reader)')"
            }

            #expect(try await database.rows(all) == [])
            #expect(try await database.rows(ask("BEN")) == [["account"]])
            #expect(try await database.rows(ask("LEILA")) == [])
            #expect(
                try await database.refusal(
                    of:
                        "INSERT INTO payout_method (person_id, kind, sealed, masked) VALUES ('BEN', 'upi', 'x', 'x')"
                )
                    == "42501")

            _ = try await database.rows("UPDATE bill_transfer SET state = 'received', ended_at = now()")

            #expect(try await database.rows(ask("BEN")) == [])
        }
    }

    @Test func `an outing that is deleted takes its order, bill and book with it`() async throws {
        try await withDatabase { database in
            for script in [StorageScene.rows, StorageScene.bill, StorageScene.entry] {
                _ = try await database.rows(script)
            }
            _ = try await database.rows("DELETE FROM outing")

            for table in [
                "group_order", "order_line", "order_part", "bill", "bill_version", "bill_charge",
                "bill_share",
                "ledger_entry",
                "ledger_posting",
            ] {
                #expect(try await database.rows("SELECT count(*) FROM \(table)") == [["0"]], "\(table)")
            }
        }
    }
}
