import HTTPKit
import HTTPTypes

/// Problems of live streams.
enum LiveProblems {
    static let tooManyStreams = Problem(
        "too_many_streams", .tooManyRequests, title: "Too many live streams",
        detail: "A person can have at most \(LiveLimits.streamsPerPerson) open. Close another one first.",
        headers: [.retryAfter: "30"]
    ).withLimit(LiveLimits.streamsPerPerson)
}
