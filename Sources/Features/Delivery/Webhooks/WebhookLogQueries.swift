package import Access
import Foundation
import NoonishAPI
import Postgres

// The log of messages to webhooks and of the attempts to send them.

/// A message as it was stored at its first attempt.
struct StoredWebhookMessage: PostgresRow {
    let message: WebhookMessage

    init(row: inout RowReader) throws(PostgresError) {
        let id: String = try row.next()
        let type: String = try row.next()
        guard let type = WebhookMessage.Kind(rawValue: type) else {
            throw .decode("\(type) is not a message type")
        }
        message = WebhookMessage(id: id, type: type, body: try row.next())
    }
}

extension Query where Row == StoredWebhookMessage {
    /// Stores a message, or returns the stored message with the same id, which is then sent instead.
    static func store(_ message: WebhookMessage, for webhook: WebhookRow) -> Self {
        Query(
            "delivery.store_webhook_message", on: .write,
            """
            INSERT INTO webhook_message AS kept (person_id, webhook_id, id, type, body)
            VALUES (\(webhook.person), \(webhook.id), \(message.id), \(message.type.rawValue), \(message.body))
                ON CONFLICT (person_id, webhook_id, id) DO UPDATE SET at = kept.at
            RETURNING id, type, body
            """)
    }

    static func message(_ id: String, of webhook: WebhookRow) -> Self {
        Query(
            "delivery.read_webhook_message",
            """
            SELECT id, type, body
              FROM webhook_message
             WHERE person_id = \(webhook.person) AND webhook_id = \(webhook.id) AND id = \(id)
            """)
    }
}

/// An attempt in the log.
struct AttemptRow: PostgresRow {
    /// A UUIDv7, so that ids are in the order of time.
    let id: UUID
    let wire: WebhookAttempt

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        wire = WebhookAttempt(
            message: try row.next(), type: try row.next(), at: try row.next(), status: try row.next(),
            failure: try row.next(), milliseconds: try row.next())
    }
}

extension Query where Row == AttemptRow {
    /// Reads attempts, the newest first.
    static func attempts(of webhook: WebhookRow, before cursor: UUID?, limit: Int) -> Self {
        Query(
            "delivery.list_webhook_attempts",
            """
            SELECT a.id, a.message_id, m.type, a.at, a.status, a.failure, a.milliseconds
              FROM webhook_attempt AS a
              JOIN webhook_message AS m
                ON m.person_id = a.person_id AND m.webhook_id = a.webhook_id AND m.id = a.message_id
             WHERE a.person_id = \(webhook.person) AND a.webhook_id = \(webhook.id)
               AND (\(cursor)::uuid IS NULL OR a.id < \(cursor))
             ORDER BY a.id DESC
             LIMIT \(limit)
            """)
    }
}

extension Command {
    static func recordAttempt(
        _ attempt: WebhookSender.Attempt, at message: WebhookMessage, to webhook: WebhookRow
    ) -> Command {
        let milliseconds = Int(attempt.duration / .milliseconds(1))
        return Command(
            "delivery.insert_webhook_attempt",
            """
            INSERT INTO webhook_attempt (person_id, webhook_id, id, message_id, status, failure, milliseconds)
            VALUES (\(webhook.person), \(webhook.id), \(UUID.v7()), \(message.id),
                    \(attempt.status), \(attempt.failure), \(milliseconds))
            """)
    }

    /// Deletes messages older than the retention period, together with their attempts.
    static func removeWebhookLog(now: Date?) -> Command {
        Command(
            "delivery.remove_webhook_log",
            "DELETE FROM webhook_message WHERE at < coalesce(\(now), now()) - \(SubscriptionLimits.webhookLog)"
        )
    }
}

extension Retention {
    /// The log of messages to webhooks.
    package static let webhookLog = Retention(
        "webhookLog", SubscriptionLimits.webhookLog, removal: Command.removeWebhookLog)
}

extension [Retention] {
    /// The rows that the worker deletes; see ``UpdatePruner``.
    package static let updates = [Retention("changes", DeliveryLimits.changeRetention)]
}
