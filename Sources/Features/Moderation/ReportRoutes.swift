package import Access
import Accounts
import Foundation
package import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
package import NoonishAPI
package import OpenAPI
package import People
package import Postgres

/// Reporting people to the operator.
@MemberwiseInit
package struct ReportRoutes: RouteGroup {
    let database: PostgresClient
    let acquaintance: Acquaintance

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .reportPerson, .reportPerson, scope: .member, "Report a person",
            "Reporting them again while the report is open changes nothing. Only the operator is notified.",
            body: .json(.newReport), answers: [Answer(202, "Reported")], problems: [.forbidden],
            handler: report)
    ]

    /// Reports a person. Blocked people and senders of friend requests can be reported too, although they are
    /// hidden from the caller or strangers to them.
    func report(_ call: Call) async throws -> Response {
        let id = try call.id("id", PersonID.self)
        let me = try call.person
        let relation = try await acquaintance.relation(of: me, to: id).relation
        let hasReason = try await database.one(.hasReasonToBlock(call.oneself(.blockPerson), id))
        let about = try decide(
            call.actor, .reportPerson, id, as: relation == .stranger && hasReason ? .acquaintance : relation)
        let report = try NewReport(await call.body())
        return try await call.write(database) { transaction in
            try await transaction.report(report, of: about.object, by: me)
            return .empty(.accepted)
        }
    }
}

/// A validated report.
package struct NewReport: Sendable {
    let reason: ReportReason
    let words: String?

    package init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let reason = body.required("reason", .oneOf(ReportReason.self))
        words = body.optional("words", .text(1...1_000, multiline: true))
        self.reason = try body.finish(reason)
    }
}

enum ReportReason: String, CaseIterable, Sendable {
    case name, picture, unwanted, impostor, other
}

enum ReportLimits {
    /// How long a closed report is kept, for questions about its outcome.
    static let kept = Duration.seconds(180 * 86_400)
    /// The number of reports that a console shows.
    static let shown = 200
}

/// A message with its text at the time of the report.
@MemberwiseInit
package struct ReportedMessage: Sendable {
    let id: OutingMessageID
    let text: String
}

extension Transaction {
    /// Reports a person to the operator. Repeating an open report changes nothing.
    ///
    /// - Parameters:
    ///   - about: A person whom `person` may know, as checked by the caller of this function.
    ///   - message: The reported message; `nil` to report the person as such.
    package func report(
        _ report: NewReport, of about: PersonID, by person: PersonID, quoting message: ReportedMessage? = nil
    ) async throws {
        try await execute(.insertReport(report, of: about, by: person, message))
    }

    /// Reports the words of a venue to the operator. Repeating an open report changes nothing, because the caller holds
    /// the lock of the message's outing.
    package func report(
        _ report: NewReport, of venue: RestaurantID, by person: PersonID, quoting message: ReportedMessage
    ) async throws {
        try await execute(.insertReport(report, of: venue, by: person, message))
    }
}

extension Command {
    fileprivate static func insertReport(
        _ report: NewReport, of about: PersonID, by person: PersonID, _ message: ReportedMessage?
    ) -> Self {
        Command(
            "moderation.insert_report",
            """
            INSERT INTO abuse_report (id, about_id, by_id, reason, details, message_id, quote)
            VALUES (\(UUID.v7()), \(about), \(person), \(report.reason.rawValue), \(report.words),
                   coalesce(\(message?.id), '00000000-0000-0000-0000-000000000000'), \(message?.text))
                ON CONFLICT (about_id, by_id, message_id) WHERE closed_at IS NULL DO NOTHING
            """)
    }

    fileprivate static func insertReport(
        _ report: NewReport, of venue: RestaurantID, by person: PersonID, _ message: ReportedMessage
    ) -> Self {
        Command(
            "moderation.insert_venue_report",
            """
            INSERT INTO abuse_report (id, venue_id, by_id, reason, details, message_id, quote)
            SELECT \(UUID.v7()), \(venue), \(person), \(report.reason.rawValue), \(report.words),
                   \(message.id), \(message.text)
             WHERE NOT EXISTS (SELECT FROM abuse_report
                                WHERE by_id = \(person) AND message_id = \(message.id) AND closed_at IS NULL)
            """)
    }

    static func removeReports(now: Date?) -> Self {
        Command(
            "moderation.remove_closed_reports",
            "DELETE FROM abuse_report WHERE closed_at < coalesce(\(now), now()) - \(ReportLimits.kept)")
    }
}

extension Schema {
    package static let newReport = Schema.named(
        "NewReport",
        .object(
            .field("reason", .oneOf(ReportReason.self)),
            .optional("words", .text(1...1_000, multiline: true, "That is not their name.").orNull)))
}
