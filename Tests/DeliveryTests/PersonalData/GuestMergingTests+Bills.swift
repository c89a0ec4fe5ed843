import NoonishAPI

extension GuestMergingTests {
    /// A row for each column of bills that passes, each in a bill of its own.
    static func billRows(of guest: PersonID, _ lunch: StoredLunch) -> [String: String] {
        func id(_ digit: Int) -> String { "0198c0de-0000-7000-8000-0000000000b\(digit)" }
        func bill(_ digit: Int, madeBy person: PersonID, sharedBy sharer: PersonID) -> String {
            """
            INSERT INTO bill (outing_id, id, currency) VALUES ('\(lunch.id)', '\(id(digit))', 'EUR');
            INSERT INTO bill_version (outing_id, bill_id, version, made_by, total_minor, checksum)
            VALUES ('\(lunch.id)', '\(id(digit))', 1, '\(person)', 100, sha256('bill'));
            INSERT INTO bill_charge (outing_id, bill_id, version, number, kind, basis, amount_minor)
            VALUES ('\(lunch.id)', '\(id(digit))', 1, 1, 'tip', 'heads', 100);
            INSERT INTO bill_share (outing_id, bill_id, version, number, position, person_id, amount_minor)
            VALUES ('\(lunch.id)', '\(id(digit))', 1, 1, 1, '\(sharer)', 100);
            """
        }
        func payment(_ digit: Int, by payer: PersonID, recorded: PersonID, reversed: PersonID) -> String {
            bill(digit, madeBy: lunch.leila, sharedBy: lunch.leila) + """
                INSERT INTO bill_payment (outing_id, bill_id, id, person_id, amount_minor, method, recorded_by, reversed_at,
                                          reversed_by)
                VALUES ('\(lunch.id)', '\(id(digit))', '\(id(digit))', '\(payer)', 100, 'cash', '\(recorded)', now(),
                        '\(reversed)')
                """
        }
        func transfer(_ digit: Int, from debtor: PersonID, to creditor: PersonID) -> String {
            bill(digit, madeBy: lunch.leila, sharedBy: lunch.leila) + """
                INSERT INTO bill_transfer (outing_id, bill_id, id, version, debtor_id, creditor_id, amount_minor, code,
                                           remind_at)
                VALUES ('\(lunch.id)', '\(id(digit))', '\(id(digit))', 1, '\(debtor)', '\(creditor)', 100, 'K7QX',
                        now())
                """
        }
        func entry(_ digit: Int, by actor: PersonID, of person: PersonID) -> String {
            bill(digit, madeBy: lunch.leila, sharedBy: lunch.leila) + """
                INSERT INTO ledger_entry (book, book_id, id, bill_id, kind, day, actor_id)
                VALUES ('group', '\(lunch.id)', '\(id(digit))', '\(id(digit))', 'billed', current_date, '\(actor)');
                INSERT INTO ledger_posting (book, book_id, entry_id, number, account, person_id, amount_minor, currency)
                VALUES ('group', '\(lunch.id)', '\(id(digit))', 1, 'person', '\(person)', 100, 'EUR'),
                       ('group', '\(lunch.id)', '\(id(digit))', 2, 'place', NULL, -100, 'EUR')
                """
        }
        return [
            "bill_version.made_by": bill(1, madeBy: guest, sharedBy: lunch.leila),
            "bill_share.person_id": bill(2, madeBy: lunch.leila, sharedBy: guest),
            "bill_payment.person_id": payment(3, by: guest, recorded: lunch.leila, reversed: lunch.leila),
            "bill_payment.recorded_by": payment(4, by: lunch.leila, recorded: guest, reversed: lunch.leila),
            "bill_payment.reversed_by": payment(5, by: lunch.leila, recorded: lunch.leila, reversed: guest),
            "bill_transfer.debtor_id": transfer(6, from: guest, to: lunch.leila),
            // The member owes the guest, so after the merge they owe themselves and the transfer must end.
            "bill_transfer.creditor_id": transfer(7, from: lunch.mei, to: guest),
            "ledger_entry.actor_id": entry(8, by: guest, of: lunch.leila),
            "ledger_posting.person_id": entry(9, by: lunch.leila, of: guest),
            "checkout.payer_id":
                """
            INSERT INTO checkout (id, payer_id, amount_minor, currency, expires_at)
            VALUES ('\(id(0))', '\(guest)', 100, 'EUR', now())
            """,
        ]
    }
}
