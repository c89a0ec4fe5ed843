package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
internal import News
import NoonishAPI
package import Postgres

/// `/v1/updates/stream`: updates and revisions as they happen.
package struct StreamRoutes: Sendable {
    let database: any Database
    let hub: StreamHub

    package init(database: any Database, hub: StreamHub) {
        self.database = database
        self.hub = hub
    }

    package var routes: [Route] {
        [Route(.get, Self.streamPath, .streamUpdates, scope: .guest, stream)]
    }

    /// Where streams are. A connection that asks for it is theirs alone.
    package static let streamPath = "/v1/updates/stream"

    /// `GET /v1/updates/stream?outings=id,…&after=` with `Last-Event-ID`
    ///
    /// 404 if one of the outings is not the reader's; 429 with more streams than one person needs.
    @Sendable func stream(_ call: Call) async throws -> Response {
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
            from: StreamStart(request.cursor, end: end), guestOf: request.guestOf, languages: call.acceptLanguage,
            on: call.context.loop)
        return .events(from: subscription, to: call.request, headers: headers, in: call.context)
    }
}

extension HTTPField.Name {
    /// Tells nginx, which holds answers back otherwise, to pass every event on.
    static let accelBuffering = HTTPField.Name.constant("X-Accel-Buffering")
}
