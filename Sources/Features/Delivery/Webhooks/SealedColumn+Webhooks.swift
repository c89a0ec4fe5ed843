package import Access
import Postgres

extension SealedColumn {
    /// The addresses of webhooks.
    package static var webhookAddresses: SealedColumn {
        SealedColumn(
            WebhookAddress.purpose,
            read: Query(
                "delivery.list_sealed_webhook_addresses",
                "SELECT id::text, sealed_url FROM webhook WHERE sealed_url IS NOT NULL"),
            store: { webhook in
                Command(
                    "delivery.reseal_webhook_address",
                    "UPDATE webhook SET sealed_url = \(webhook.sealed) WHERE id = \(webhook.owner)::text::uuid"
                )
            })
    }

    /// The secrets that sign messages to webhooks.
    package static var webhookSecrets: SealedColumn {
        SealedColumn(
            WebhookSecret.purpose,
            read: Query("delivery.list_sealed_secrets", "SELECT id::text, secret FROM webhook"),
            store: { webhook in
                Command(
                    "delivery.reseal_secret",
                    "UPDATE webhook SET secret = \(webhook.sealed) WHERE id = \(webhook.owner)::text::uuid")
            })
    }

    /// The previous secrets, until they expire.
    package static var formerWebhookSecrets: SealedColumn {
        SealedColumn(
            WebhookSecret.purpose,
            read: Query(
                "delivery.list_former_sealed_secrets",
                "SELECT id::text, former_secret FROM webhook WHERE former_secret IS NOT NULL"),
            store: { webhook in
                Command(
                    "delivery.reseal_former_secret",
                    "UPDATE webhook SET former_secret = \(webhook.sealed) WHERE id = \(webhook.owner)::text::uuid"
                )
            })
    }
}
