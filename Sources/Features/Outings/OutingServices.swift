package import Access
import Initializers
package import Postgres
package import Restaurants

/// What the routes of outings and invitations share.
@MemberwiseInit
package struct OutingServices: Sendable {
    let database: PostgresClient
    let record: OutingRecord
    let site: Site
    let hours: HoursPatterns
    /// The index for better places when the chosen one does not suit all people.
    var nearby: (any NearbyRestaurants)? = nil
    /// The number of invitations by mail that one host may send within 24 hours.
    var mailsPerDay: Int = OutingLimits.mailsPerDay
    /// The number of outings, and of share links, that one person may create within 24 hours.
    var createdPerDay: Int = OutingLimits.createdPerDay

    var edits: OutingEdits { OutingEdits(record: record, site: site, mailsPerDay: mailsPerDay) }
    var creations: CreationLimit { CreationLimit(createdPerDay) }
    var warnings: DietWarnings { DietWarnings(nearby: nearby) }

    var answers: InvitationAnswers {
        InvitationAnswers(attendances: AttendanceEdits(record: record), site: site, hours: hours)
    }
}
