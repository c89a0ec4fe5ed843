import HTTPKit
import JSON
import NIOCore
import News
import NoonishAPI

/// What a live stream says. Only what moves the client's cursor has an id.
extension ServerSentEvent {
    static func update(_ update: Update) -> Self {
        Self(id: String(update.seq), event: "update", data: jsonText(update))
    }

    static func revision(_ revision: OutingRevision) -> Self {
        let hint = UpdateStreamEvent.Revision(
            outing: revision.outing, rev: revision.rev, version: revision.version)
        return Self(event: "revision", data: jsonText(hint))
    }

    /// Carries the cursor, so that a client that reconnects before its first update goes on from here, and when to come
    /// back.
    static func hello(from seq: Int) -> Self {
        Self(
            id: String(seq), event: "hello", data: jsonText(UpdateStreamEvent.Hello(from: seq)),
            retryMilliseconds: .random(in: LiveLimits.retryMilliseconds))
    }

    static func reset(to seq: Int) -> Self {
        Self(id: String(seq), event: "reset", data: jsonText(UpdateStreamEvent.Reset(seq: seq)))
    }
}
