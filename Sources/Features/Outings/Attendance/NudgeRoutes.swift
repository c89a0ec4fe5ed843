package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import Jobs
import Journal
import NoonishAPI
import OpenAPI
package import Postgres

/// Reminders for people who have not answered.
@MemberwiseInit
package struct NudgeRoutes: RouteGroup {
    let database: PostgresClient
    let record: OutingRecord

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .nudge, .nudge, scope: .member, "Remind people who have not answered",
            "People who have answered are not reminded. Allowed once in 24 hours. Only the first reminder of each person is sent by mail and push.",
            body: .json(
                .object(
                    .optional(
                        "preview", Schema.boolean.orNull,
                        "Whether to return the people without reminding them.")),
                isRequired: false),
            answers: [.ok(.reminderRecipients, "The people who were reminded, and how news reaches them")],
            problems: [
                .forbidden, .of(OutingProblems.everyoneAnswered),
                .of(
                    OutingProblems.nudgedRecently(nextAt: example + 3_600, now: example),
                    .optional("nextAt", .instant, "When the next reminder is possible.")),
                .of(OutingProblems.nudgedTooLate), .of(OutingProblems.cancelled),
                .of(OutingProblems.answersClosed),
            ], handler: nudge)
    ]

    private static let example = Date(timeIntervalSince1970: 1_804_800_000)

    /// Reminds people who have not answered, or with `preview` only returns them.
    ///
    /// - Throws: 409 `nobody_to_ask` if everyone has answered, 409 `nudged_recently` within 24 hours of the last
    ///   request for answers, 409 `nudged_too_late` after the deadline.
    func nudge(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let isPreview = try await call.isPreview()
        return try await call.write(database) { transaction in
            let (outing, _) = try await OutingEdits.open(id, call.actor, .nudge, in: transaction)
            guard outing.stage != .cancelled else { throw OutingProblems.cancelled }
            guard !outing.isOver else { throw OutingProblems.answersClosed }
            if let deadline = outing.state.deadline, deadline <= outing.now {
                throw OutingProblems.nudgedTooLate
            }
            let (attendees, reminded) = try await transaction.all(.attendees(of: id), .reminded(on: id))
            let people =
                attendees
                .filter { $0.answer.status == .invited }
                .map { $0.recipient(for: call.actor.person, wasReminded: reminded.contains($0.person)) }
            let nextAt: Date? =
                if isPreview {
                    try await transaction.nextAnswerRequest(of: outing)
                } else {
                    try await remind(people, outing, by: call.actor, in: transaction)
                }
            return .json(.ok, ReminderRecipients(items: people, nextAt: nextAt))
        }
    }

    /// Reminds the people, and returns when the next reminder is possible.
    private func remind(
        _ people: [ReminderRecipient], _ outing: OutingRow, by actor: Actor, in transaction: Transaction
    ) async throws -> Date {
        guard !people.isEmpty else { throw OutingProblems.everyoneAnswered }
        if let nextAt = try await transaction.takeAnswerRequest(of: outing) {
            throw OutingProblems.nudgedRecently(nextAt: nextAt, now: outing.now)
        }
        _ = try await record.record(
            [.answerWanted(by: outing.state.deadline)], of: outing.id, by: actor.person, in: transaction)
        return outing.now + OutingLimits.nudgeInterval
    }
}

extension AttendanceRow {
    /// The person as a host sees them before a reminder.
    fileprivate func recipient(for host: PersonID?, wasReminded: Bool) -> ReminderRecipient {
        ReminderRecipient(
            id: person, name: displayName(to: host, isHost: true) ?? name, reach: reach ?? .unreachable,
            wasReminded: wasReminded)
    }
}

extension Query where Row == PersonID {
    /// Reads the people on the list who have not answered although they were reminded.
    fileprivate static func reminded(on outing: OutingID) -> Self {
        Query(
            "outings.list_reminded",
            """
            SELECT a.person_id
              FROM attendance AS a
             WHERE a.outing_id = \(outing) AND a.status = 'invited'
               AND a.created_at <= (SELECT max(c.at)
                                      FROM outing_change AS c
                                     WHERE c.outing_id = \(outing) AND c.audience = 'unanswered')
            """)
    }
}

extension Transaction {
    /// Claims a request for answers, of which there is one in ``OutingLimits/nudgeInterval``. The caller holds the
    /// outing's row lock, so that no other request comes between the check and the slot.
    ///
    /// - Returns: `nil` if the request may be sent; otherwise when the next one is possible.
    func takeAnswerRequest(of outing: OutingRow) async throws -> Date? {
        if let nextAt = try await nextAnswerRequest(of: outing) { return nextAt }
        return try await takeSlot(of: "nudge:\(outing.id)", at: outing.now) ? nil : outing.now
    }

    /// Returns when the next request for answers is possible; `nil` if it is possible now.
    func nextAnswerRequest(of outing: OutingRow) async throws -> Date? {
        try await first(.lastSlot(of: "nudge:\(outing.id)", within: .seconds(OutingLimits.nudgeInterval))).map
        {
            $0 + OutingLimits.nudgeInterval
        }
    }
}
