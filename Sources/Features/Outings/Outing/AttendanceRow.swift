package import Foundation
package import NoonishAPI
package import Postgres

/// A row of `attendance` with the person's name and invitation.
@Row
package struct AttendanceRow: PostgresJoinedRow {
    package let id: AttendanceID
    package let person: PersonID
    package let name: String
    package let answer: Answer
    package let note: String?
    package let respondedAt: Date?
    package let respondedRev: Int?
    package let setByHost: Bool
    /// `nil` if the person is not waitlisted.
    package let waiting: Waiting?
    package let invitation: Invitation?
    /// The tag of the person's picture; `nil` without a picture.
    package let pictureTag: String?
    /// How news reaches the person; `nil` except in lists of attendees.
    package let reach: Attendance.Reach?

    @Row
    package struct Waiting: Hashable, Sendable, PostgresJoinedRow {
        /// From 1. People who missed an offer are not counted in the places of others.
        package let place: Int
        package let offerEndsAt: Date?
        package let hasMissed: Bool
    }

    @Row
    package struct Invitation: Hashable, Sendable, PostgresJoinedRow {
        package let id: InvitationID
        package let channel: InvitationSummary.Channel
        package let state: InvitationSummary.State
        package let address: String?
        package let invitedBy: PersonID
    }

    /// Returns the columns in the order of the properties.
    ///
    /// - Parameters:
    ///   - a: The name of the attendance in the statement.
    ///   - p: The name of its person.
    ///   - i: The name of the person's invitation.
    ///   - picture: The tag of the person's picture; by default it is read for each row.
    ///   - reach: Whether to read how news reaches the person.
    static func columns(
        _ a: String, of p: String, invitedBy i: String, picture: String? = nil, reach: Bool = false
    ) -> SQL {
        let picture = picture ?? "(SELECT f.tag FROM profile_picture AS f WHERE f.person_id = \(a).person_id)"
        return SQL(
            stringLiteral: """
                \(a).id, \(a).person_id, \(p).name, \(a).role, \(a).status, \(a).party_size,
                \(a).note, \(a).responded_at, \(a).responded_rev, \(a).set_by_id IS NOT NULL,
                CASE WHEN \(a).status = 'waitlisted'
                     THEN (SELECT count(*) FROM attendance AS before
                            WHERE before.outing_id = \(a).outing_id AND before.status = 'waitlisted'
                              AND before.queue_number <= \(a).queue_number
                              AND (NOT before.offer_missed OR before.person_id = \(a).person_id)) END,
                \(a).offer_ends_at, \(a).offer_missed,
                \(i).id, \(i).channel, \(i).state, \(i).address, \(i).invited_by,
                \(picture),
                \(reach ? reachColumn(a, of: p, invitedBy: i) : "NULL")
                """)
    }

    /// A guest is reached by mail unless it was returned or stopped. Whether there is a watch does not matter: there is
    /// none if the owner of the address has blocked the host, who must not notice.
    private static func reachColumn(_ a: String, of p: String, invitedBy i: String) -> String {
        """
        CASE WHEN \(p).kind = 'member' THEN 'app'
             WHEN coalesce(\(i).own_address, \(i).address) IS NOT NULL AND \(i).state <> 'bounced'
                  AND NOT EXISTS (SELECT FROM outing_watch AS w
                                   WHERE w.outing_id = \(a).outing_id AND w.person_id = \(a).person_id
                                     AND w.channel = 'mail' AND w.muted) THEN 'mail'
             WHEN EXISTS (SELECT FROM outing_watch AS w
                           WHERE w.outing_id = \(a).outing_id AND w.person_id = \(a).person_id
                             AND w.channel IN ('web_push', 'apple_push') AND w.live) THEN 'push'
             ELSE 'none' END
        """
    }
}
