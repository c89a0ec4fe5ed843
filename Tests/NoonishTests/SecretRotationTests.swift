import Access
import Foundation
import JSON
import NoonishAPI
import Postgres
import TestSupport
import Testing

@testable import Noonish

/// `noonish key rotate`.
@Suite struct SecretRotationTests {
    private let former = SecretKey.forTests

    @Test func `what the former key sealed is sealed with the new one, which is registered`() async throws {
        try await withFolder { folder in
            try await withDatabase { database in
                let key = try SecretKeyFile.key(SecretKeyFile.random(), from: "the test")
                let settings = try await Settings.load(
                    file: nil, environment: ["NOONISH_DATA_FOLDER": folder])
                let cast = try await Cast(in: database)
                let (mail, hook) = (UUID.v7().canonicalText, UUID.v7().canonicalText)
                let (payout, device) = ("\(cast.leila.id) other", UUID.v7().canonicalText)
                try await insert(database, person: cast.leila.id, mail: mail, hook: hook, device: device)
                _ = try await ServiceIdentity(settings, key: former).differences(in: database)

                let rotation = SecretRotation(from: former, to: key, settings: settings)
                let count = try await database.transaction { try await rotation.run(in: $0) }

                #expect(count.resealed == 8 && count.unreadable == 1)
                let sealed = try await database.one(Query<Sealed>.sealed)
                #expect(key.open(sealed.mail, "mail", owner: mail) == [1])
                #expect(key.open(sealed.payout, "payout", owner: payout) == [2])
                #expect(key.open(sealed.secret, "webhook", owner: hook) == [3])
                #expect(key.open(sealed.formerSecret, "webhook", owner: hook) == [4])
                #expect(key.open(sealed.device, "device", owner: device) == [5])
                #expect(key.open(sealed.address, "webhook address", owner: hook) == [6])
                #expect(key.open(sealed.customer, "checkout-customer", owner: hook) == [7])
                #expect(key.open(sealed.page, "checkout page", owner: hook) == [8])
                let identity = try ServiceIdentity(settings, key: key)
                #expect(try await identity.differences(in: database).isEmpty)
            }
        }
    }

    @Test func `a process that starts during the change waits, and is refused`() async throws {
        try await withFolder { folder in
            try await withDatabase { database in
                let key = try SecretKeyFile.key(SecretKeyFile.random(), from: "the test")
                let settings = try await Settings.load(
                    file: nil, environment: ["NOONISH_DATA_FOLDER": folder])
                let identity = try ServiceIdentity(settings, key: former)
                _ = try await identity.differences(in: database)
                let rotation = SecretRotation(from: former, to: key, settings: settings)

                let start = try await database.transaction { transaction in
                    // The first connection is this database's own, which the program has closed by then.
                    #expect(try await ServiceIdentity.lock(in: transaction) > 0)
                    let start = Task { try await identity.differences(in: database) }
                    _ = try await eventually("the start waits") {
                        let waiting = try await database.run(
                            script: """
                                SELECT FROM pg_locks
                                 WHERE relation = 'service_identity'::regclass AND NOT granted
                                """)
                        return waiting.isEmpty ? nil : true
                    }
                    _ = try await rotation.run(in: transaction)
                    return start
                }

                #expect(try await start.value == ["secret.key"])
            }
        }
    }

    @Test func `only the present key can be replaced`() async throws {
        try await withFolder { folder in
            try await withDatabase { database in
                let key = try SecretKeyFile.key(SecretKeyFile.random(), from: "the test")
                let settings = try await Settings.load(
                    file: nil, environment: ["NOONISH_DATA_FOLDER": folder])
                let identity = try ServiceIdentity(settings, key: former)
                _ = try await identity.differences(in: database)

                await #expect(throws: CommandError.self) {
                    try await database.transaction {
                        try await SecretRotation(from: key, to: former, settings: settings).run(in: $0)
                    }
                }
                #expect(try await identity.differences(in: database).isEmpty)
            }
        }
    }

    private func insert(
        _ database: PostgresClient, person: PersonID, mail: String, hook: String, device: String
    ) async throws {
        let payout = "\(person) other"
        try await database.batch([
            Command(
                "test.mail",
                """
                INSERT INTO mail_outbox (id, message_id, to_address, subject, body)
                VALUES (\(mail)::text::uuid, 'm', 'leila@example.org', 's', \(try former.seal([1], "mail", owner: mail)))
                """),
            // Of a key that is long gone.
            Command(
                "test.old_mail",
                """
                INSERT INTO mail_outbox (id, message_id, to_address, subject, body)
                VALUES (gen_random_uuid(), 'old', 'leila@example.org', 's', '\\x00')
                """),
            Command(
                "test.payout",
                """
                INSERT INTO payout_method (person_id, kind, sealed, masked)
                VALUES (\(person), 'other', \(try former.seal([2], "payout", owner: payout)), '•')
                """),
            Command(
                "test.webhook",
                """
                INSERT INTO webhook (person_id, id, sealed_url, host, secret, former_secret, former_until)
                VALUES (\(person), \(hook)::text::uuid, \(try former.seal([6], "webhook address", owner: hook)),
                        'hook.example.org',
                        \(try former.seal([3], "webhook", owner: hook)),
                        \(try former.seal([4], "webhook", owner: hook)), now() + interval '1 hour')
                """),
            Command(
                "test.endpoint",
                """
                INSERT INTO delivery_endpoint (person_id, id, channel, destination)
                VALUES (\(person), \(device)::text::uuid, 'web_push', 'push.example.net')
                """),
            Command(
                "test.device",
                """
                INSERT INTO push_device (person_id, id, channel, hash, sealed)
                VALUES (\(person), \(device)::text::uuid, 'web_push', sha256('a'),
                        \(try former.seal([5], "device", owner: device)))
                """),
            Command(
                "test.customer",
                """
                INSERT INTO checkout_customer (id, person_id, sealed)
                VALUES (\(hook)::text::uuid, \(person), \(try former.seal([7], "checkout-customer", owner: hook)))
                """),
            Command(
                "test.page",
                """
                INSERT INTO checkout (id, payer_id, amount_minor, currency, expires_at, sealed_url)
                VALUES (\(hook)::text::uuid, \(person), 100, 'EUR', now(), \(try former.seal([8], "checkout page", owner: hook)))
                """),
        ])
    }

    @Test func `the next key is in the folder before the present one goes`() async throws {
        try await withFolder { folder in
            let settings = try await Settings.load(file: nil, environment: ["NOONISH_DATA_FOLDER": folder])
            let present = try SecretKeyFile.read(settings).fingerprint
            let next = SecretKeyFile.random()

            try SecretKeyFile.prepare(next, in: folder)
            #expect(try SecretKeyFile.read(settings).fingerprint == present)
            try SecretKeyFile.replace(in: folder)

            #expect(
                try SecretKeyFile.read(settings).fingerprint == SecretKeyFile.key(next, from: "").fingerprint)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["secret.key"])
        }
    }

    @Test func `a backup holds the keys that are settings`() async throws {
        let key = Data(repeating: 7, count: 32).base64EncodedString()
        let settings = try await Settings.load(
            file: nil, environment: ["NOONISH_SECRET_KEY": key, "NOONISH_WEB_PUSH_KEY": key])
        let none = try await Settings.load(file: nil, environment: [:])

        #expect(BackupFile.keys(settings)["secret.key"] == key)
        #expect(BackupFile.keys(settings)["push.key"] != nil)
        #expect(BackupFile.keys(none).isEmpty)
    }
}

@Row
private struct Sealed: PostgresRow {
    let mail: [UInt8]
    let payout: [UInt8]
    let secret: [UInt8]
    let formerSecret: [UInt8]
    let device: [UInt8]
    let address: [UInt8]
    let customer: [UInt8]
    let page: [UInt8]
}

extension Query where Row == Sealed {
    fileprivate static var sealed: Self {
        Query(
            "test.sealed",
            """
            SELECT (SELECT body FROM mail_outbox WHERE message_id = 'm'), (SELECT sealed FROM payout_method), secret, former_secret,
                   (SELECT sealed FROM push_device), sealed_url, (SELECT sealed FROM checkout_customer), (SELECT sealed_url FROM checkout)
              FROM webhook
            """)
    }
}
