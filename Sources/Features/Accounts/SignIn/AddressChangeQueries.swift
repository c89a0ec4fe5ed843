import Access
import Foundation
import NoonishAPI
import Postgres

// `now` is `nil` for the database's clock; see ``AccountClock``.

extension Query where Row == LimitEntry {
    static func changeMails(of me: Capability<PersonID>) -> Self {
        Query(
            "accounts.count_own_change_mails",
            "SELECT created_at, 1 FROM email_change WHERE person_id = \(me.object)")
    }

    static func changeMails(to address: String) -> Self {
        Query(
            "accounts.count_change_mails",
            "SELECT created_at, 1 FROM email_change WHERE address = \(address)")
    }
}

extension Query where Row == OpenSignIn {
    /// Spends one guess on every open code of this person for `address` that has one left, and returns those.
    static func takeAddressGuess(at address: String, of me: Capability<PersonID>, now: Date?) -> Self {
        Query(
            "accounts.take_email_change_guess", on: .write,
            """
            UPDATE email_change
               SET attempts = attempts + 1
             WHERE person_id = \(me.object) AND address = \(address)
               AND used_at IS NULL AND expires_at > coalesce(\(now), now())
               AND attempts < \(AccountLimits.addressGuesses)
            RETURNING id, code_hash
            """)
    }
}

extension Query where Row == String {
    /// Deletes a person's other addresses and returns them.
    static func deleteOtherAddresses(of me: Capability<PersonID>, except address: String) -> Self {
        Query(
            "accounts.delete_other_addresses", on: .write,
            """
            DELETE FROM person_email
             WHERE person_id = \(me.object) AND address <> \(address)
            RETURNING address
            """)
    }
}

extension Query where Row == String? {
    static func locale(of me: Capability<PersonID>) -> Self {
        Query("accounts.read_own_locale", "SELECT locale FROM person WHERE id = \(me.object)")
    }
}

extension Command {
    static func insertAddressChange(
        _ id: SignInID, of me: Capability<PersonID>, to address: String, codeHash: [UInt8], life: Duration,
        now: Date?
    ) -> Self {
        Command(
            "accounts.insert_email_change",
            """
            INSERT INTO email_change (id, person_id, address, code_hash, created_at, expires_at)
            VALUES (\(id), \(me.object), \(address), \(codeHash), coalesce(\(now), now()),
                    coalesce(\(now), now()) + \(life))
            """)
    }

    static func useAddressChange(_ id: SignInID, now: Date?) -> Self {
        Command(
            "accounts.use_email_change",
            "UPDATE email_change SET used_at = coalesce(\(now), now()) WHERE id = \(id) AND used_at IS NULL"
        )
    }

    /// Assigns an address to a person. Affects one row, or none if the address is another account's.
    static func assignAddress(_ address: String, to me: Capability<PersonID>) -> Self {
        Command(
            "accounts.add_verified_address",
            """
            INSERT INTO person_email AS e (address, person_id)
            VALUES (\(address), \(me.object))
                ON CONFLICT (address) DO UPDATE
               SET verified_at = now()
             WHERE e.person_id = excluded.person_id
            """)
    }
}
