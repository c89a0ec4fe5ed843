import Access
import Foundation
import NoonishAPI
import Postgres

// `now` is `nil` for the database's clock; see ``AccountClock``.

extension Query where Row == Passkey {
    static func passkeys(of me: Capability<PersonID>) -> Self {
        Query(
            "accounts.list_passkeys",
            """
            SELECT id, name, backed_up, created_at, used_at
              FROM passkey
             WHERE person_id = \(me.object)
             ORDER BY created_at, id
             LIMIT \(PasskeyLimits.passkeys)
            """, decode: Passkey.init(passkey:))
    }

    static func renamePasskey(_ id: PasskeyID, to name: String, of me: Capability<PersonID>) -> Self {
        Query(
            "accounts.rename_passkey", on: .write,
            """
            UPDATE passkey
               SET name = \(name)
             WHERE id = \(id) AND person_id = \(me.object)
            RETURNING id, name, backed_up, created_at, used_at
            """, decode: Passkey.init(passkey:))
    }

    /// Inserts a passkey. No row if the credential is registered already, to any person.
    static func insertPasskey(_ new: NewPasskey, of me: Capability<PersonID>, now: Date?) -> Self {
        Query(
            "accounts.insert_passkey", on: .write,
            """
            INSERT INTO passkey (id, person_id, credential_id, public_key, algorithm, sign_count, backup_eligible,
                                 backed_up, transports, name, created_at)
            VALUES (\(PasskeyID.make()), \(me.object), \(new.credential.id), \(new.credential.publicKey),
                    \(new.credential.key.algorithm)::int, \(new.data.signCount), \(new.data.flags.contains(.backupEligible)),
                    \(new.data.flags.contains(.backedUp)), \(new.transports), \(new.name), coalesce(\(now), now()))
                ON CONFLICT (credential_id) DO NOTHING
            RETURNING id, name, backed_up, created_at, used_at
            """, decode: Passkey.init(passkey:))
    }
}

extension Passkey {
    fileprivate init(passkey row: inout RowReader) throws(PostgresError) {
        self.init(
            id: try row.next(), name: try row.next(), isBackedUp: try row.next(), createdAt: try row.next(),
            usedAt: try row.next())
    }
}

extension Query where Row == KnownCredential {
    static func credentials(of person: PersonID) -> Self {
        Query(
            "accounts.list_passkey_credentials",
            "SELECT credential_id, transports FROM passkey WHERE person_id = \(person) ORDER BY created_at, id"
        )
    }
}

extension Query where Row == PasskeyRow {
    /// The passkey with this credential ID. Locks it, so that concurrent uses wait.
    static func passkey(_ credential: [UInt8]) -> Self {
        Query(
            "accounts.read_passkey_by_credential", on: .write,
            """
            SELECT id, person_id, public_key, sign_count, backup_eligible
              FROM passkey
             WHERE credential_id = \(credential)
               FOR UPDATE
            """)
    }
}

extension Query where Row == Bool {
    /// Consumes a challenge. No row if it is unknown, already used, or expired.
    ///
    /// - Parameter person: The person who registers a passkey; `nil` for a sign-in.
    static func useChallenge(_ challenge: TokenHash, of person: PersonID?, now: Date?) -> Self {
        Query(
            "accounts.use_passkey_challenge", on: .write,
            """
            DELETE FROM passkey_challenge
             WHERE challenge_hash = \(challenge.bytes) AND person_id IS NOT DISTINCT FROM \(person)
               AND expires_at > coalesce(\(now), now())
            RETURNING true
            """)
    }
}

extension Command {
    static func insertChallenge(_ challenge: TokenHash, of person: PersonID?, now: Date?) -> Self {
        Command(
            "accounts.insert_passkey_challenge",
            """
            INSERT INTO passkey_challenge (challenge_hash, person_id, created_at, expires_at)
            VALUES (\(challenge.bytes), \(person), coalesce(\(now), now()),
                    coalesce(\(now), now()) + \(PasskeyLimits.challenge) * interval '1 s')
            """)
    }

    static func usePasskey(_ id: PasskeyID, _ data: AuthenticatorData, now: Date?) -> Self {
        Command(
            "accounts.touch_passkey",
            """
            UPDATE passkey
               SET sign_count = \(data.signCount), backed_up = \(data.flags.contains(.backedUp)), used_at = coalesce(\(now), now())
             WHERE id = \(id)
            """)
    }

    static func deletePasskey(_ id: PasskeyID, of me: Capability<PersonID>) -> Self {
        Command(
            "accounts.delete_passkey", "DELETE FROM passkey WHERE id = \(id) AND person_id = \(me.object)")
    }
}

/// A validated passkey to be stored.
struct NewPasskey: Sendable {
    let credential: AuthenticatorData.Credential
    let data: AuthenticatorData
    let transports: [String]
    let name: String
}

@Row
struct KnownCredential: PostgresRow {
    let id: [UInt8]
    let transports: [String]
}

@Row
struct PasskeyRow: PostgresRow {
    let id: PasskeyID
    let person: PersonID
    let publicKey: [UInt8]
    let signCount: Int
    let isBackupEligible: Bool
}
