package import NoonishAPI
package import Postgres
package import Privacy

/// What delivery stores about people: endpoints, preferences and inboxes.
///
/// These cascade from the person; watches also belong to the outing, so they are deleted here.
package struct DeliveryPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        // Without the keys, secrets and addresses of devices and webhooks: their holder could impersonate this service,
        // or write to a receiver.
        PersonalFile(
            "notifications.json", "delivery.export_notifications",
            .object([
                "preferences": .list(
                    of: """
                        'channel', p.channel, 'wanted', p.wanted, 'quietFrom', p.quiet_from,
                        'quietUntil', p.quiet_until, 'urgent', p.urgent, 'everything', p.everything
                        """,
                    orderedBy: "p.channel", "FROM notification_preference AS p WHERE p.person_id = own.id"),
                "devices": .list(
                    of: "'channel', d.channel, 'name', d.name, 'at', d.created_at",
                    orderedBy: "d.created_at", "FROM push_device AS d WHERE d.person_id = own.id"),
                "webhooks": .list(
                    of: """
                        'host', coalesce(h.host, substring(h.url FROM '^https://([^/:?#]+)')), 'name', h.name,
                        'events', h.events, 'at', h.created_at
                        """,
                    orderedBy: "h.created_at", "FROM webhook AS h WHERE h.person_id = own.id"),
                "inbox": .list(
                    of: "'number', i.seq, 'outing', i.outing_id, 'at', i.at", orderedBy: "i.seq",
                    "FROM inbox AS i WHERE i.person_id = own.id"),
                "silenced": .list(
                    of: "'outing', w.outing_id, 'channel', w.channel", orderedBy: "w.id",
                    "FROM outing_watch AS w WHERE w.person_id = own.id AND w.muted"),
            ]))
    ]

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [Command("delivery.erase_watches", "DELETE FROM outing_watch WHERE person_id = \(person)")]
    }
}
