package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
import News
import NoonishAPI
import OpenAPI
package import Postgres
import Venues

/// The live stream of updates and revisions.
@MemberwiseInit
package struct StreamRoutes: RouteGroup {
    let database: any Database
    let hub: StreamHub

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .streamUpdates, .streamUpdates, scope: .reader, "Stream updates and revisions",
            """
            Server-sent events. `hello` comes first and names the update after which the stream continues. `update` is an \
            update as in the list. `revision` reports that an outing or its order has changed and must be read again. \
            `board` reports that an order on a venue's board has changed and the board must be read again; a paired tablet gets \
            these alone. `reset` reports that the stream cannot be continued and everything must be read again. Clients ignore \
            events of other names.
            """,
            parameters: [
                .query(
                    "outings", .array(of: .id, max: LiveLimits.outingsPerStream), isList: true,
                    "The outings whose revisions to include; by default all upcoming ones, or the guest's outing."
                ),
                .query("also", .id, "An outing to include besides these, such as one that is over."),
                .query(
                    "boards", .array(of: .id, max: LiveLimits.boardsPerStream), isList: true,
                    "The venues whose boards to include; by default none, or the tablet's venue."),
                .query("after", .integer(0...Int.max), "Continue after this update."),
                Parameter(
                    "Last-Event-ID", in: .header, .string("12"),
                    "Continue after this event, as browsers request it."),
            ],
            answers: [
                .events(
                    "The stream, until either side closes it",
                    .event("hello", .object(.field("from", .sequence))),
                    .event("update", .update),
                    .event(
                        "revision",
                        .object(
                            .field("outing", .id), .field("rev", .sequence), .field("version", .sequence),
                            .optional(
                                "order", .sequence, "The revision of the live order, if there is one."))),
                    .event("board", .object(.field("venue", .id), .field("revision", .sequence))),
                    .event("reset", .object(.field("seq", .sequence))))
            ], problems: [.notFound, .of(VenueProblems.provisional), .limit(LiveProblems.tooManyStreams)],
            handler: stream)
    ]

    /// Opens a stream.
    ///
    /// - Throws: 404 if the caller may not see one of the outings or boards; 429 for too many streams.
    func stream(_ call: Call) async throws -> Response {
        let request = try StreamRequest(call)
        for board in request.boards {
            try await VenueEdits.authorizeVerified(call.actor, .readVenueOrders, on: board, in: database)
        }
        let person = call.actor.person
        if let person { _ = try decide(call.actor, .streamUpdates, person, as: .oneself) }
        let followed = try await outings(of: person, request)
        let headers: HTTPFields = [
            .contentType: MediaType.eventStream, .cacheControl: "no-store", .accelBuffering: "no",
        ]
        guard call.request.method != .head else { return Response(status: .ok, headers: headers) }
        var end = 0
        if let person { end = try await database.first(.inboxEnd(of: person))?.seq ?? 0 }
        let subscription = try hub.subscribe(
            call.actor, person, to: followed, boards: request.boards, followsNew: request.outings == nil,
            from: StreamStart(request.cursor, end: end), guestOf: request.guestOf,
            languages: call.acceptLanguage,
            on: call.context.loop)
        return .events(from: subscription, to: call.request, headers: headers, in: call.context)
    }

    /// Returns the outings that a stream follows; none for a device.
    ///
    /// - Throws: 404 if the person is not on the list of one that they request.
    private func outings(of person: PersonID?, _ request: StreamRequest) async throws -> [OutingID] {
        guard let person else { return [] }
        let followed = try await database.all(
            .followed(by: person, of: request.outings, limit: LiveLimits.outingsPerStream))
        guard request.outings.map({ Set($0).count == followed.count }) ?? true else { throw Problem.notFound }
        guard let also = request.also, !followed.contains(also) else { return followed }
        guard let listed = try await database.first(.followed(by: person, of: [also], limit: 1))
        else { throw Problem.notFound }
        return followed + [listed]
    }
}

extension HTTPField.Name {
    /// Makes nginx pass on every event instead of buffering the response.
    static let accelBuffering = HTTPField.Name.constant("X-Accel-Buffering")
}

extension Schema {
    fileprivate static let sequence = integer(0...Int.max, 12)
}
