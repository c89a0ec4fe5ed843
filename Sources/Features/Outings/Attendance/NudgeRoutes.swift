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
            "People who have answered are not reminded. Allowed once in twelve hours.",
            body: .json(
                .object(
                    .optional(
                        "preview", Schema.boolean.orNull,
                        "Whether to return the people without reminding them.")),
                isRequired: false), answers: [.ok(.page(of: .person), "The people who were reminded")],
            problems: [
                .forbidden, .of(OutingProblems.everyoneAnswered), .of(OutingProblems.nudgedRecently),
                .of(OutingProblems.nudgedTooLate), .of(OutingProblems.cancelled),
                .of(OutingProblems.answersClosed),
            ], handler: nudge)
    ]

    /// Reminds people who have not answered, or with `preview` only returns them.
    ///
    /// - Throws: 409 `nobody_to_ask` if everyone has answered, 409 `nudged_recently` within twelve hours of the
    ///   last reminder, 409 `nudged_too_late` after the deadline.
    func nudge(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        var body = try await call.bodyOrEmpty()
        let isPreview = body.optional("preview", .boolean) ?? false
        try body.finish()
        return try await call.write(database) { transaction in
            let (outing, _) = try await OutingEdits.open(id, call.actor, .nudge, in: transaction)
            guard outing.stage != .cancelled else { throw OutingProblems.cancelled }
            guard !outing.isOver else { throw OutingProblems.answersClosed }
            if let deadline = outing.state.deadline, deadline <= outing.now {
                throw OutingProblems.nudgedTooLate
            }
            let people = try await transaction.all(.attendees(of: id))
                .filter { $0.answer.status == .invited }
                .map { Person(id: $0.person, name: $0.name) }
            if !isPreview { try await ask(people, outing, by: call.actor, in: transaction) }
            return .json(.ok, Page(items: people))
        }
    }

    private func ask(
        _ people: [Person], _ outing: OutingRow, by actor: Actor, in transaction: Transaction
    ) async throws {
        guard !people.isEmpty else {
            throw OutingProblems.everyoneAnswered
        }
        // The outing's row lock is held, so no other nudge can come between the check and the slot.
        let name = "nudge:\(outing.id)"
        guard try await transaction.first(.slotTaken(of: name, within: OutingLimits.nudgeInterval)) == nil,
            try await transaction.takeSlot(of: name, at: outing.now)
        else {
            throw OutingProblems.nudgedRecently
        }
        _ = try await record.record(
            [.answerWanted(by: outing.state.deadline)], of: outing.id, by: actor.person, in: transaction)
    }
}
