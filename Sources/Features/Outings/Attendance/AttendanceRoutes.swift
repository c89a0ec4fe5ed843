package import Access
internal import Foundation
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import NoonishAPI
package import Postgres

/// Who comes: the list, one's own answer, and what hosts do to others.
package struct AttendanceRoutes: Sendable {
    let database: PostgresClient
    let edits: AttendanceEdits

    package init(database: PostgresClient, record: OutingRecord) {
        self.database = database
        edits = AttendanceEdits(record: record)
    }

    package var routes: [Route] {
        [
            Route(.get, "/v1/outings/{id}/attendees", .readAttendees, scope: .guest, list),
            Route(.put, "/v1/outings/{id}/attendance", .answer, scope: .guest, answer),
            Route(.post, "/v1/outings/{id}/waitlist/take", .answer, scope: .guest, take),
            Route(
                .put, "/v1/outings/{id}/attendees/{personId}", .answerForAttendee, scope: .member, answerFor),
            Route(.delete, "/v1/outings/{id}/attendees/{personId}", .leave, scope: .guest, remove),
        ]
    }

    /// `GET /v1/outings/{id}/attendees`: everybody on the list, by status, then name; to hosts those who wait in the order
    /// of the queue, which is nobody else's business.
    @Sendable func list(_ call: Call) async throws -> Response {
        let outing = try await OutingRoutes.outing(call, .readAttendees, from: database)
        let rows = try await database.all(.attendees(of: outing.id))
        let reader = call.actor.person
        let isHost = outing.relation == .host || outing.relation == .cohost
        let items = (isHost ? rows.inWaitingOrder : rows).map {
            $0.wire(for: reader, readerIsHost: isHost, whenWhereRev: outing.whenWhereRev)
        }
        return .json(.ok, Page(items: items), etag: .version(outing.rev))
    }

    /// `PUT /v1/outings/{id}/attendance {status, partySize?, note?, answeredAt?, againstRevision?}`
    ///
    /// `attending` takes seats or is 409 `full`; `waitlisted` takes them where the party fits, and else a place in the queue.
    @Sendable func answer(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let input = try AnswerInput(await call.body())
        return try await call.write(database) { transaction in
            try await edits.answer(id, input, by: call.actor, in: transaction)
            return try await Self.present(try call.person, of: id, to: call, in: transaction)
        }
    }

    /// `PUT /v1/outings/{id}/attendees/{personId} {status, partySize?, note?}`: a host writes down what they were told.
    @Sendable func answerFor(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let person: PersonID = try call.id("personId")
        let input = try AnswerInput(await call.body())
        return try await call.write(database) { transaction in
            try await edits.answer(id, input, for: person, by: call.actor, in: transaction)
            return try await Self.present(person, of: id, to: call, in: transaction)
        }
    }

    /// `DELETE /v1/outings/{id}/attendees/{personId}`: leave, or take somebody off the list.
    @Sendable func remove(_ call: Call) async throws -> Response {
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
