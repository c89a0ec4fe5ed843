package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Postgres

/// The attendees of an outing: the list, the caller's answer, and what hosts can change.
@MemberwiseInit
package struct AttendanceRoutes: RouteGroup {
    let database: PostgresClient
    let record: OutingRecord

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listAttendees, .readAttendees, scope: .guest, "List attendees",
            "By status, then by name; for hosts, waiting attendees in the order of the queue. Addresses are shown only to the host who entered them.",
            answers: [.ok(.page(of: .attendance), "All attendees, on one page", isTagged: true)],
            problems: [.forbidden], handler: list),
        RouteDefinition(
            .answerInvitation, .answer, scope: .guest, "Answer an invitation",
            "A client that was offline sends `answeredAt`, and retries with the same key.",
            body: .json(
                .answer(
                    .optional("answeredAt", .instant.orNull, "When the person answered, if earlier."),
                    .optional(
                        "againstRevision", .integer(0...Int.max, 9).orNull,
                        "The revision of the outing that the person saw."))),
            answers: [.ok(.attendance, "The answer")], problems: RouteProblem.ofAnswers + [.forbidden],
            isIdempotent: true, handler: answer),
        RouteDefinition(
            .answerForAttendee, .answerForAttendee, scope: .member, "Answer for an attendee",
            body: .json(
                .answer(
                    .optional("answeredAt", .instant.orNull),
                    .optional("againstRevision", .integer(0...Int.max, 9).orNull))),
            answers: [.ok(.attendance, "The answer")], problems: RouteProblem.ofAnswers + [.forbidden],
            handler: answerFor),
        RouteDefinition(
            .takeSeat, .answer, scope: .guest, "Take a seat from the waiting list",
            "A seat that is held for the caller, or a free one that no party before them fits.",
            answers: [.ok(.attendance, "The answer, now `attending`")],
            problems: [
                .forbidden, .of(OutingProblems.cancelled), .of(OutingProblems.answersClosed),
                .of(OutingProblems.notWaiting), .of(OutingProblems.noSeatYet), .of(OutingProblems.offerEnded),
            ], handler: take),
        RouteDefinition(
            .removeAttendee, .leave, scope: .guest, "Leave an outing or remove an attendee",
            answers: [.done("Removed")],
            problems: [.forbidden, .of(OutingProblems.hostStays), .of(OutingProblems.answersClosed)],
            handler: remove),
    ]

    var edits: AttendanceEdits { AttendanceEdits(record: record) }

    /// Lists all attendees, by status, then by name. Only hosts see waiting attendees in the order of the queue.
    func list(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readAttendees, from: database)
        let rows = try await database.all(.attendees(of: outing.id))
        let reader = call.actor.person
        let isHost = outing.relation == .host || outing.relation == .cohost
        let items = (isHost ? rows.inWaitingOrder : rows).map {
            $0.wire(for: reader, readerIsHost: isHost, whenWhereRev: outing.whenWhereRev)
        }
        // The state of an invitation and how news reaches a guest change without a revision.
        return .json(.ok, Page(items: items.withNameWarnings), etag: .content)
    }

    /// Sets the caller's answer. `attending` takes seats or fails with 409 `full`; `waitlisted` takes seats if the
    /// party fits, or else a place in the queue.
    func answer(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let input = try AnswerInput(await call.body())
        return try await call.write(database) { transaction in
            try await edits.answer(id, input, by: call.actor, in: transaction)
            return try await Self.present(try call.person, of: id, to: call, in: transaction)
        }
    }

    /// Records an answer that an attendee gave to a host.
    func answerFor(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let person: PersonID = try call.id("personId")
        let input = try AnswerInput(await call.body())
        return try await call.write(database) { transaction in
            try await edits.answer(id, input, for: person, by: call.actor, in: transaction)
            return try await Self.present(person, of: id, to: call, in: transaction)
        }
    }

    func remove(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let person: PersonID = try call.id("personId")
        return try await call.write(database) { transaction in
            try await edits.remove(person, from: id, by: call.actor, in: transaction)
            return .empty()
        }
    }

    static func present(
        _ person: PersonID, of id: OutingID, to call: Call, in transaction: Transaction
    ) async throws -> Response {
        let outing = try await transaction.one(.outing(id, for: call.actor.person))
        let row = try await transaction.one(.attendee(person, of: id))
        return .json(
            .ok,
            row.wire(
                for: call.actor.person, readerIsHost: outing.relation != .invitee,
                whenWhereRev: outing.whenWhereRev))
    }
}
