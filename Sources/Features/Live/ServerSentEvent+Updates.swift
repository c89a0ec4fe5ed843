import HTTPKit
import JSON
import NIOCore
import News
import NoonishAPI
import Orders

/// Events of live streams. Only events that advance the client's cursor have an id.
extension ServerSentEvent {
    static func update(_ update: Update) -> Self {
        Self(id: String(update.seq), event: "update", data: jsonText(update))
    }

    static func revision(_ revision: OutingRevision) -> Self {
        let hint = UpdateStreamEvent.Revision(
            outing: revision.outing, rev: revision.rev, version: revision.version, order: revision.orderRev)
        return Self(event: "revision", data: jsonText(hint))
    }

    static func board(_ revision: BoardRevision) -> Self {
        let hint = UpdateStreamEvent.Board(venue: revision.venue, revision: revision.revision)
        return Self(event: "board", data: jsonText(hint))
    }

    /// Returns the first event of a stream. It carries the cursor, so that a client that reconnects before
    /// its first update continues from here, and a random reconnection time.
    static func hello(from seq: Int) -> Self {
        Self(
            id: String(seq), event: "hello", data: jsonText(UpdateStreamEvent.Hello(from: seq)),
            retryMilliseconds: .random(in: LiveLimits.retryMilliseconds))
    }

    static func reset(to seq: Int) -> Self {
        Self(id: String(seq), event: "reset", data: jsonText(UpdateStreamEvent.Reset(seq: seq)))
    }
}
