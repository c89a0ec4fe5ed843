package import NoonishAPI
package import Postgres
package import Privacy

/// What delivery stores about people: endpoints, preferences and inboxes.
///
/// These cascade from the person; watches also belong to the outing, so they are deleted here.
package struct DeliveryPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [("notifications.json", Query.ownNotifications)]

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [Command("delivery.erase_watches", "DELETE FROM outing_watch WHERE person_id = \(person)")]
    }
}

extension Query where Row == JSONDocument {
    /// Reads a person's data, without the keys, secrets and addresses of devices and webhooks: their holder
    /// could impersonate this service, or write to a receiver.
    fileprivate static func ownNotifications(_ person: PersonID) -> Self {
        .export(
            "delivery.export_notifications",
            object: """
                'preferences', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                           'channel', p.channel, 'wanted', p.wanted, 'quietFrom', p.quiet_from,
                                           'quietUntil', p.quiet_until, 'urgent', p.urgent, 'everything', p.everything)
                                       ORDER BY p.channel), '[]')
                                  FROM notification_preference AS p WHERE p.person_id = \(person)),
                'devices', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                       'channel', d.channel, 'name', d.name, 'at', d.created_at)
                                   ORDER BY d.created_at), '[]')
                              FROM push_device AS d WHERE d.person_id = \(person)),
                'webhooks', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                        'host', coalesce(h.host, substring(h.url FROM '^https://([^/:?#]+)')), 'name', h.name, 'events', h.events, 'at', h.created_at)
                                    ORDER BY h.created_at), '[]')
                               FROM webhook AS h WHERE h.person_id = \(person)),
                'inbox', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                     'number', i.seq, 'outing', i.outing_id, 'at', i.at) ORDER BY i.seq), '[]')
                            FROM inbox AS i WHERE i.person_id = \(person)),
                'silenced', (SELECT coalesce(jsonb_agg(jsonb_build_object(
                                        'outing', w.outing_id, 'channel', w.channel) ORDER BY w.id), '[]')
                               FROM outing_watch AS w WHERE w.person_id = \(person) AND w.muted)
                """)
    }
}
