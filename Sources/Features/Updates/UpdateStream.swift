import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore
import NoonishAPI
import Postgres
import ServiceLifecycle

/// Writes one live stream: where it starts, what was missed, then whatever becomes due.
struct UpdateStream: Sendable {
    let subscription: StreamSubscription
    let wish: StreamWish
    let database: any Database
    let hub: StreamHub
    /// Whether the token that opened it still proves the same.
    let stillHolds: @Sendable () async -> Bool

    func response(to request: Request) -> Response {
        let headers: HTTPFields = [
            .contentType: MediaType.eventStream, .cacheControl: "no-store", .accelBuffering: "no",
        ]
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { hub.unsubscribe(subscription) }
                try await request.body.consumeWithInboundCloseHandler { _ in
                    try await withGracefulShutdownHandler {
                        try await write(to: &writer)
                    } onGracefulShutdown: {
                        hub.beginDraining()
                    }
                } onInboundClosed: {
                    subscription.close()
                }
                try await writer.finish(nil)
            })
    }

    func write(to writer: inout any ResponseBodyWriter) async throws {
        var cursor = try await begin(&writer)
        for await _ in subscription.wakes {
            let due = subscription.take()
            if due.inboxGrew { try await writeUpdates(after: &cursor, to: &writer) }
            for event in due.revisions.values { try await writer.write(event) }
            if due.isClosed { return }
            if due.sessionCheck {
                guard await stillHolds() else { return }
            }
            if due.comment { try await writer.write(ServerSentEvent.heartbeat.encoded()) }
        }
    }

    /// Says where the stream starts.
    ///
    /// - Returns: The number of the update that it goes on after.
    private func begin(_ writer: inout any ResponseBodyWriter) async throws -> Int {
        let end = try await database.first(.inboxEnd(of: subscription.person))?.seq ?? 0
        let cursor: Int
        switch wish.cursor {
        case .now: cursor = end
        case .after(let seq) where seq <= end && end - seq <= UpdateLimits.replayed: cursor = seq
        case .after, .senseless:
            try await writer.write(ServerSentEvent.hello(from: end).encoded())
            try await writer.write(ServerSentEvent.reset(to: end).encoded())
            return end
        }
        try await writer.write(ServerSentEvent.hello(from: cursor).encoded())
        if cursor < end { subscription.inboxGrew() }
        return cursor
    }

    /// Writes what came after `cursor`, a batch at a time, so that a slow reader holds no more than one in memory.
    private func writeUpdates(after cursor: inout Int, to writer: inout any ResponseBodyWriter) async throws {
        let reading = UpdateReading(database: database)
        while true {
            let updates = try await reading.updates(
                of: subscription.person, after: cursor, outing: wish.guestOf, limit: UpdateLimits.replayBatch)
            for update in updates {
                try await writer.write(ServerSentEvent.update(update).encoded())
                cursor = update.seq
            }
            if updates.count < UpdateLimits.replayBatch { return }
        }
    }
}

extension HTTPField.Name {
    /// Tells nginx, which holds answers back otherwise, to pass every event on.
    static let accelBuffering = HTTPField.Name.constant("X-Accel-Buffering")
}
