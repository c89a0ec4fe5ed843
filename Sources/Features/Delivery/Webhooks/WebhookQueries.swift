import Access
import Foundation
import NoonishAPI
import Postgres

/// A program that receives a person's notifications over HTTP.
@Row
struct WebhookRow: TableRow {
    @Column("w.id") let id: EndpointID
    @Column("w.person_id") let person: PersonID
    @Column("w.name") let name: String?
    /// The address, until ``WebhookAddressBackfill`` has encrypted it.
    @Column("w.url") private let plaintextURL: String?
    @Column("w.sealed_url") private let sealedURL: [UInt8]?
    @Column("coalesce(w.host, substring(w.url FROM '^https://([^/:?#]+)'))") let host: String
    @Column("w.events") let events: [String]
    @Column("w.created_at") let createdAt: Date
    @Column("w.ended_at") let endedAt: Date?
    @Column("w.end_reason") let endedWhy: String?
    @Column("w.secret") private let secret: [UInt8]
    /// `nil` once it no longer signs.
    @Column("CASE WHEN w.former_until > now() THEN w.former_secret END") private let formerSecret: [UInt8]?
    @Column("CASE WHEN w.former_until > now() THEN w.former_until END") private let formerUntil: Date?

    static let tables: SQL = "webhook AS w"

    /// Returns the address; `nil` if it was encrypted with another server key.
    func url(_ key: SecretKey) -> String? {
        plaintextURL ?? sealedURL.flatMap { WebhookAddress.open($0, key, for: id) }
    }

    /// Returns the secrets that sign messages, the newest first.
    ///
    /// - Throws: ``WebhookSecret/DecryptionError``.
    func secrets(_ key: SecretKey) throws -> [WebhookSecret] {
        try [secret, formerSecret].compactMap { $0 }.map {
            try WebhookSecret(sealed: $0, key, for: id.description)
        }
    }

    func wants(_ type: WebhookMessage.Kind) -> Bool { events.isEmpty || events.contains(type.rawValue) }

    /// Returns the subscription for the API.
    ///
    /// - Parameter secret: The new secret, which is shown only once.
    func wire(_ key: SecretKey, secret: WebhookSecret? = nil) -> Subscription {
        Subscription(
            id: id, kind: .webhook, name: name, destination: host, createdAt: createdAt,
            webhook: .init(
                url: url(key) ?? "https://\(host)", events: events, formerSecretUntil: formerUntil),
            secret: secret?.text, endedAt: endedAt, endedBecause: endedWhy)
    }
}

extension [WebhookRow] {
    /// Returns the webhook with an address. A person has so few that all are decrypted.
    func first(at url: String, _ key: SecretKey) -> WebhookRow? { first { $0.url(key) == url } }
}

extension Query where Row == WebhookRow {
    static func webhook(_ id: EndpointID, of person: PersonID) -> Self {
        .select("delivery.read_webhook", "WHERE w.person_id = \(person) AND w.id = \(id)")
    }

    static func webhooks(of person: PersonID, on lane: Lane = .read) -> Self {
        .select(
            "delivery.list_webhooks", on: lane,
            """
             WHERE w.person_id = \(person)
             ORDER BY w.id
            """)
    }

    /// Inserts a webhook. Returns no row if the person has too many. The caller holds the person's lock.
    static func insertWebhook(
        _ id: EndpointID, of person: PersonID, _ webhook: NewWebhook, name: String?, sealed: [UInt8],
        url: [UInt8]
    ) -> Self {
        Query(
            "delivery.insert_webhook", on: .write,
            """
            INSERT INTO webhook AS w (person_id, id, sealed_url, host, events, name, secret)
            SELECT \(person), \(id), \(url), \(webhook.host), \(webhook.events.map(\.rawValue)), \(name), \(sealed)
             WHERE (SELECT count(*) FROM webhook WHERE person_id = \(person)) < \(SubscriptionLimits.webhooks)
            RETURNING \(fragment: WebhookRow.columns)
            """)
    }

    /// Replaces the secret. The former one also signs for a while, an older one no longer.
    static func renewSecret(_ sealed: [UInt8], _ id: EndpointID, of person: PersonID) -> Self {
        Query(
            "delivery.renew_webhook_secret", on: .write,
            """
            UPDATE webhook AS w
               SET secret = \(sealed), former_secret = w.secret,
                   former_until = now() + \(SubscriptionLimits.formerSecretLife)
             WHERE w.person_id = \(person) AND w.id = \(id)
            RETURNING \(fragment: WebhookRow.columns)
            """)
    }
}

extension Command {
    static func editWebhook(
        _ id: EndpointID, of person: PersonID, name: String?, events: [String]
    ) -> Command {
        Command(
            "delivery.edit_webhook",
            """
            UPDATE webhook
               SET name = \(name), events = \(events)
             WHERE person_id = \(person) AND id = \(id)
            """)
    }

    /// Ends a webhook. The caller removes its endpoint.
    static func endWebhook(_ id: EndpointID, of person: PersonID, why: String) -> Command {
        Command(
            "delivery.end_webhook",
            """
            UPDATE webhook
               SET ended_at = now(), end_reason = \(why)
             WHERE person_id = \(person) AND id = \(id) AND ended_at IS NULL
            """)
    }

    /// Resumes a webhook. The caller adds its endpoint.
    static func resumeWebhook(_ id: EndpointID, of person: PersonID) -> Command {
        Command(
            "delivery.resume_webhook",
            """
            UPDATE webhook
               SET ended_at = NULL, end_reason = NULL
             WHERE person_id = \(person) AND id = \(id)
            """)
    }

    static func deleteWebhook(_ id: EndpointID, of person: PersonID) -> Command {
        Command(
            "delivery.delete_webhook", "DELETE FROM webhook WHERE person_id = \(person) AND id = \(id)")
    }
}
