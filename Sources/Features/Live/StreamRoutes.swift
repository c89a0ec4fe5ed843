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

/// The live stream of updates and revisions.
@MemberwiseInit
package struct StreamRoutes: RouteGroup {
    let database: any Database
    let hub: StreamHub

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .streamUpdates, .streamUpdates, scope: .guest, "Stream updates and revisions",
            """
            Server-sent events. `hello` comes first and names the update after which the stream continues. `update` is an \
            update as in the list. `revision` reports that an outing or its order has changed and must be read again. \
            `reset` reports that the stream cannot be continued and everything must be read again. Clients ignore events of other names.
            """,
            parameters: [
                .query(
                    "outings", .array(of: .id, max: LiveLimits.outingsPerStream), isList: true,
                    "The outings whose revisions to include; by default all upcoming ones, or the guest's outing."
                ),
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
                    .event("reset", .object(.field("seq", .sequence))))
            ], problems: [.notFound, .of(LiveProblems.tooManyStreams)], handler: stream)
    ]

    /// Opens a stream.
    ///
    /// - Throws: 404 if the caller may not see one of the outings; 429 for too many streams.
    func stream(_ call: Call) async throws -> Response {
        let request = try StreamRequest(call)
        let person = try call.person
        _ = try decide(call.actor, .streamUpdates, person, as: .oneself)
        let followed = try await database.all(
            .followed(by: person, of: request.outings, limit: LiveLimits.outingsPerStream))
        guard request.outings.map({ Set($0).count == followed.count }) ?? true else { throw Problem.notFound }
        let headers: HTTPFields = [
            .contentType: MediaType.eventStream, .cacheControl: "no-store", .accelBuffering: "no",
        ]
        guard call.request.method != .head else { return Response(status: .ok, headers: headers) }
        let end = try await database.first(.inboxEnd(of: person))?.seq ?? 0
        let subscription = try hub.subscribe(
            call.actor, person, to: followed, followsNew: request.outings == nil,
            from: StreamStart(request.cursor, end: end), guestOf: request.guestOf,
            languages: call.acceptLanguage,
            on: call.context.loop)
        return .events(from: subscription, to: call.request, headers: headers, in: call.context)
    }
}

extension HTTPField.Name {
    /// Makes nginx pass on every event instead of buffering the response.
    static let accelBuffering = HTTPField.Name.constant("X-Accel-Buffering")
}

extension Schema {
    fileprivate static let sequence = integer(0...Int.max, 12)
}
