import Access
import HTTPKit
import Journal
import News
import NoonishAPI
import Postgres

/// A person's preference for one channel, or the default.
@Row
struct PreferenceRow: PostgresRow {
    let channel: String
    let wanted: Bool
    let quietHours: QuietHours?
    let urgent: Bool

    var wire: ChannelPreference {
        ChannelPreference(
            channel: channel, wanted: wanted,
            quietHours: quietHours.map {
                .init(from: QuietHours.text($0.from), until: QuietHours.text($0.until))
            },
            urgent: urgent)
    }
}

extension Query where Row == PreferenceRow {
    static func preferences(of person: PersonID) -> Self {
        Query(
            "delivery.list_preferences",
            """
            SELECT k.id, coalesce(w.wanted, true), w.quiet_from, w.quiet_until, coalesce(w.urgent, true)
              FROM delivery_channel AS k
              LEFT JOIN notification_preference AS w ON w.channel = k.id AND w.person_id = \(person)
             WHERE k.id <> 'inbox'
             ORDER BY k.id
            """)
    }
}

extension Command {
    static func setPreference(_ patch: PreferencePatch, of person: PersonID, on channel: Channel) -> Self {
        let hours = patch.quietHours.merged(over: nil)
        return Command(
            "delivery.set_preference",
            """
            INSERT INTO notification_preference AS w (person_id, channel, wanted, quiet_from, quiet_until, urgent)
            VALUES (\(person), \(channel.rawValue), coalesce(\(patch.wanted), true), \(hours?.from), \(hours?.until),
                   coalesce(\(patch.urgent), true))
                ON CONFLICT (person_id, channel) DO UPDATE
               SET wanted      = coalesce(\(patch.wanted), w.wanted),
                   quiet_from  = CASE WHEN \(patch.quietHours.isAbsent) THEN w.quiet_from ELSE excluded.quiet_from END,
                   quiet_until = CASE WHEN \(patch.quietHours.isAbsent) THEN w.quiet_until ELSE excluded.quiet_until END,
                   urgent      = coalesce(\(patch.urgent), w.urgent)
            """)
    }

    /// Makes the deferred deliveries to a person on a channel due now, except those that have failed, so that
    /// a changed preference takes effect.
    static func expediteDeferred(at channel: Channel, of person: PersonID) -> Self {
        Command(
            "delivery.requeue_deliveries",
            """
            UPDATE delivery AS p
               SET due_at = least(p.due_at, p.latest)
              FROM outing_watch AS w
             WHERE w.person_id = \(person) AND w.live AND w.channel = \(channel.rawValue)
               AND p.watch_id = w.id AND p.lease = 0 AND p.attempts = 0
            """)
    }
}
